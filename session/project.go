package session

// Project says what a whole log leaves in the history, for one that comes
// from another machine. The error names the event that the rules refuse.
func Project(games Games, events []Event) (Projection, error) {
	f, err := replay(games, events, nil)
	if err != nil {
		return Projection{}, err
	}
	return Projection{Status: f.status, Note: f.note, Outcome: f.outcome()}, nil
}
