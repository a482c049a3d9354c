package archivesvc

// Kill lets work die at a named point.
func (s *Service) Kill(die func(point string) error) { s.die = die }
