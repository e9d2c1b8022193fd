"""Tests of simcore, analysis and scripts."""
