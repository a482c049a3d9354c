package sourcingsvc

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/seal"
)

// SealKeys makes keys with the opener's key and announces them with the
// platform's signature.
type SealKeys struct {
	Opener *seal.Opener
	Notary *seal.Notary
	Now    func() time.Time // the database's clock
}

// New implements Keys.
func (s SealKeys) New(category uuid.UUID, envelope string, closesAt time.Time, sequence int64) (Key, error) {
	k, err := s.Opener.Mint(category, seal.Envelope(envelope), closesAt, sequence, s.Now())
	if err != nil {
		return Key{}, err
	}
	note, err := s.Notary.Announce(k)
	return Key{k.Key, k.Recipient, string(note), k.Wrapped}, err
}

// Rebind implements Keys.
func (s SealKeys) Rebind(wrapped []byte, category uuid.UUID, envelope string, keyID uuid.UUID, oldCloses, newCloses time.Time, oldSequence, newSequence int64) ([]byte, error) {
	k := seal.CategoryKey{Binding: seal.Binding{Category: category, Envelope: seal.Envelope(envelope), Key: keyID, ClosesAt: oldCloses, Sequence: oldSequence}, Wrapped: wrapped}
	k, err := s.Opener.Rewrap(k, newCloses, newSequence, s.Now())
	return k.Wrapped, err
}
