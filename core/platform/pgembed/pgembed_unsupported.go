//go:build !(darwin || freebsd || linux || netbsd || openbsd)

package pgembed

import "context"

type process struct{ socket string }

// Start answers ErrUnsupported: set DATABASE_URL.
func Start(context.Context, Options) (*Server, error) { return nil, ErrUnsupported }

// PID is zero where no server runs.
func (s *Server) PID() int { return 0 }

// Done is never closed where no server runs.
func (s *Server) Done() <-chan struct{} { return nil }

// Stop has nothing to stop.
func (s *Server) Stop(context.Context) error { return nil }

// Discard finds nothing to remove.
func Discard(string) (bool, error) { return false, nil }

// Running finds no server.
func Running(string, string) (string, bool) { return "", false }
