package main

type demoCommand struct{}

// Run plays the recorded game.
func (c *demoCommand) Run(p *program) error { return nil }
