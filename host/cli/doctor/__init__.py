"""What is wrong, in plain sentences: each check returns findings, and each finding knows its cure."""
