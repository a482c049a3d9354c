package identitysvc

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"

	"golang.org/x/crypto/argon2"

	"zabuni.org/core/kernel/fault"
)

// Hasher hashes passwords with argon2id: as many at once as there are
// processors, a short queue behind them, then fault.Unavailable, so that a storm
// of logins cannot take the memory (rulings 5).
type Hasher struct {
	memory  uint32 // KiB
	time    uint32
	running chan struct{}
	queued  chan struct{}
	work    atomic.Uint64 // KiB passed over so far
}

// NewHasher returns a hasher at the house's cost: 19,456 KiB, two passes, one lane.
func NewHasher() *Hasher { return newHasher(19456, 2) }

// Cheap is a hasher for tests that are not about what a hash costs: the same
// steps, a thousandth of the work.
func Cheap() *Hasher { return newHasher(32, 1) }

func newHasher(memory, time uint32) *Hasher {
	n := runtime.GOMAXPROCS(0)
	return &Hasher{memory: memory, time: time, running: make(chan struct{}, n), queued: make(chan struct{}, 64*n)}
}

func (h *Hasher) enter(ctx context.Context) (leave func(), err error) {
	select {
	case h.queued <- struct{}{}:
	default:
		return nil, fault.Unavailable.New("too many logins at once").With("retry_after", 2)
	}
	select {
	case h.running <- struct{}{}:
		return func() { <-h.running; <-h.queued }, nil
	case <-ctx.Done():
		<-h.queued
		return nil, fault.Unavailable.Wrap(ctx.Err(), "waited too long for a login").With("retry_after", 2)
	}
}

// key is the one place that computes, and counts what it has computed.
func (h *Hasher) key(text string, salt []byte, memory, time uint32, size int) []byte {
	h.work.Add(uint64(memory) * uint64(time))
	return argon2.IDKey([]byte(text), salt, time, memory, 1, uint32(size))
}

// Hash returns the encoded hash of a password.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	key := h.key(password, salt, h.memory, h.time, 32)
	b := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$%s$%s", h.memory, h.time, b.EncodeToString(salt), b.EncodeToString(key)), nil
}

// Salted is the hash of a recovery code under the salt of its set.
func (h *Hasher) Salted(ctx context.Context, text string, salt []byte) ([]byte, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return h.key(text, salt, h.memory, h.time, 32), nil
}

// decoy is a hash of nothing, on which an unknown name costs as much as a known one.
func (h *Hasher) decoy() string {
	b := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$%s$%s", h.memory, h.time, b.EncodeToString(make([]byte, 16)), b.EncodeToString(make([]byte, 32)))
}

// Check compares a password with an encoded hash. stale asks the caller to
// store a fresh hash because the cost has changed since.
func (h *Hasher) Check(ctx context.Context, encoded, password string) (ok, stale bool, err error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return false, false, err
	}
	defer leave()
	var memory, time uint32
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, false, fmt.Errorf("unknown password hash")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=1", &memory, &time); err != nil {
		return false, false, err
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, false, err
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, false, err
	}
	got := h.key(password, salt, memory, time, len(want))
	return subtle.ConstantTimeCompare(got, want) == 1, memory != h.memory || time != h.time, nil
}
