"""What somebody asks others, and the answers: requests, rulings, sealed answers, plans."""
