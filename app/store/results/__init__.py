"""Results of play: totals, ratings, profiles and the leaderboard."""
