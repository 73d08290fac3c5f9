"""What tests use to break, change and watch a server while it runs, under /_test."""
