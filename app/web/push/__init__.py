"""Web Push: notifications to browsers that have no page of ours open. Imports rate_limits."""
