"""What scripts/house-rules checks: each rule is a function that yields what breaks it."""
