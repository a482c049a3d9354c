package tasksvc

import "context"

// Drain does what waits now, and returns when nothing does. Work goes on instead.
func (s *Service) Drain(ctx context.Context) error {
	names := make([]string, 0, len(s.kinds))
	for name := range s.kinds {
		names = append(names, name)
	}
	for {
		found, err := s.once(ctx, names)
		if err != nil || !found {
			return err
		}
	}
}
