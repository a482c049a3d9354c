package pg

import (
	"errors"
	"io"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// Lost reports whether an error is the database's absence or want of time, not what
// was asked of it: nothing was wrong with the call, and it can be made again.
func Lost(err error) bool {
	var (
		connect *pgconn.ConnectError
		said    *pgconn.PgError
	)
	switch {
	case err == nil:
		return false
	case errors.As(err, &said):
		// admin_shutdown, crash_shutdown, cannot_connect_now; too many connections; the limits of a statement and of its locks.
		return strings.HasPrefix(said.Code, "57P0") || slices.Contains([]string{"53300", "57014", "55P03"}, said.Code)
	case errors.As(err, &connect):
		return true
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNREFUSED)
}
