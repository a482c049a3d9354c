// Package document keeps files: what may come in, and where the bytes lie. What
// a file is called, who owns it and where it is used is in the database.
package document

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"

	"zabuni.org/core/kernel/fault"
)

// MaxFile is the default limit of one file; MaxParticipation that of all files
// of one participation.
const (
	MaxFile          = 50 << 20
	MaxParticipation = 500 << 20
)

// Faults.
var (
	TypeRefused = fault.Declare(fault.KindUnsupported, "document.type", "This type of file is not accepted")
	TooLarge    = fault.Declare(fault.KindTooLarge, "document.too_large", "The file is too large")
	Missing     = fault.Declare(fault.KindNotFound, "document.missing", "The file is not there")
)

// ErrExists says that the key is taken. Keys follow from their content, so to
// most callers it means that the work is done already.
var ErrExists = errors.New("the key is taken")

// Info is what a store knows about an object.
type Info struct {
	Size    int64
	Written time.Time
}

// A Store keeps objects that are written once and never changed.
type Store interface {
	// Put stores exactly size bytes under a new key, durably; ErrExists when the
	// key is taken. After an error nothing is there.
	Put(ctx context.Context, key string, r io.Reader, size int64) error
	// Open reads length bytes from offset, all the rest when length is negative;
	// Missing when there is no such object.
	Open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// Stat describes an object; Missing when there is none.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes an object; one that is not there is no error.
	Delete(ctx context.Context, key string) error
	// Ready is nil where objects can be asked for now.
	Ready(ctx context.Context) error
}

var keys = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{7,199}$`)

// checkKey: a key is a name and never a path.
func checkKey(key string) error {
	if !keys.MatchString(key) {
		return errors.New("document: not a key")
	}
	return nil
}

var errSize = errors.New("document: not as many bytes as announced")

// exactly passes n bytes on and fails where there are fewer or more. It looks
// beyond the end before it gives the last of them away: a server that has all it
// was promised would store them.
type exactly struct {
	r io.Reader
	n int64 // still to come
}

func (e *exactly) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, e.ended()
	}
	n, err := e.r.Read(p[:min(int64(len(p)), e.n)])
	switch {
	case int64(n) == e.n && (err == nil || errors.Is(err, io.EOF)):
		if err := e.ended(); !errors.Is(err, io.EOF) {
			return 0, err
		}
		err = nil // told at the next call
	case errors.Is(err, io.EOF):
		err = errSize
	}
	e.n -= int64(n)
	return n, err
}

// ended is io.EOF when nothing more comes.
func (e *exactly) ended() error {
	var one [1]byte
	n, err := io.ReadFull(e.r, one[:])
	if n > 0 {
		return errSize
	}
	return err
}
