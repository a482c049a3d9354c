package pg

import (
	"errors"
	"io"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// Lost reports whether an error is the database's absence, not what was asked of it:
// nothing was wrong with the call, and it can be made again.
func Lost(err error) bool {
	var (
		connect *pgconn.ConnectError
		said    *pgconn.PgError
	)
	switch {
	case err == nil:
		return false
	case errors.As(err, &said):
		// admin_shutdown, crash_shutdown, cannot_connect_now; too many connections.
		return strings.HasPrefix(said.Code, "57P0") || said.Code == "53300"
	case errors.As(err, &connect):
		return true
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNREFUSED)
}
