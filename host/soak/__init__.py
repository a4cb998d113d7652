"""Long runs under faults, with an oracle that knows what really happened on the table."""
