"""What players do at soket and sekans: stakes in the auctions, leads in the shedding."""
