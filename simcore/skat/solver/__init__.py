"""What open cards make of a deal: the exact value of any position under best play of all."""
