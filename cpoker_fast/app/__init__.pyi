from cpoker_fast.app import play as play, table as table
