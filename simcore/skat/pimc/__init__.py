"""The player `pimc`: it deals itself worlds that fit what it has seen and heard, solves each with
open cards and plays what does best on average (perfect information Monte Carlo, Levy 1989; in Skat
Kupferschmid and Helmert 2006)."""
