"""Soaks and benches: faults injected, losses counted."""
