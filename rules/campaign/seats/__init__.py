"""Who plays: seats taken, shared, given up, taken over; absent players and their stand-ins."""
