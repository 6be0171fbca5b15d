"""P18: what fails is begun again, finished, and named."""
