"""Stock, reservations and orders of a small shop."""
