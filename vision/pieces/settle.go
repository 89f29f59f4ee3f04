package pieces

// settle applies what the rules say of one mat and puts into sentences what
// still doesn't fit.
func (k *Knowledge) settle(s *sheet, m *Mat) {
}
