package session

// Forget lets go of a play that was removed from the journal, so that nobody
// goes on with what is left of it in memory.
func (p *Plays) Forget(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s, ok := p.opened[id]; ok {
		p.shut(s)
	}
}
