package app

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/seal"
)

// categoryKeys is the opener's side of publishing: it makes keys and announces
// their public halves.
type categoryKeys struct {
	*seal.Opener
	notary *seal.Notary
}

// Mint makes the key of one envelope and its signed announcement.
func (k categoryKeys) Mint(category uuid.UUID, e seal.Envelope, closesAt time.Time, sequence int64, now time.Time) (seal.CategoryKey, string, error) {
	key, err := k.Opener.Mint(category, e, closesAt, sequence, now)
	if err != nil {
		return key, "", err
	}
	announced, err := k.notary.Announce(key)
	return key, string(announced), err
}
