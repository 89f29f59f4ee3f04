package counters

import "harbormaster/scoring"

// Apply is the Apply of games whose states are counters: do carries out an
// action on a copy, and what changed in the score becomes awards. A correction
// goes by way of the state file, so that it can set whatever a file can say and
// nothing else; it is allowed even after the end.
func Apply[S interface {
	comparable
	scoring.State
}](g scoring.Game, state scoring.State, a scoring.Action, clone func(S) S, do func(S, scoring.Action) ([]scoring.Award, error)) (scoring.State, []scoring.Award, error) {
	old, err := scoring.Own[S](state)
	if err != nil {
		return nil, nil, err
	}
	if a.Do == scoring.Bulk {
		data, err := Merge(old, a)
		if err != nil {
			return nil, nil, err
		}
		s, err := g.ReadState(data)
		if err != nil {
			return nil, nil, err
		}
		return s, Worth(g.Score(old), g.Score(s), nil), nil
	}
	s := clone(old)
	awards, err := do(s, a) // where a rule refuses, the copy is dropped
	if err != nil {
		return nil, nil, err
	}
	return s, Worth(g.Score(old), g.Score(s), awards), nil
}
