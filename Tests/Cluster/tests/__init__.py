"""What a library in PostgreSQL and S3 does, with both of them real."""
