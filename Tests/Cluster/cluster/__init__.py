"""A PostgreSQL and an S3 of the tests' own, and what the tests do with them."""
