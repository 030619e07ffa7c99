"""What happened at the table: luck, fair dice, a battle followed live, and written logs."""
