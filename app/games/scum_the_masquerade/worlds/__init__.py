"""Cards and memories that one seat may believe of others, made up to fit; see `resampling`."""
