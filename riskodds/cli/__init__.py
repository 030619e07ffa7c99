"""The command line of riskodds."""
