package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/seal"
)

// keyMaker makes and rebinds the keys of categories.
type keyMaker interface {
	Mint(category uuid.UUID, e seal.Envelope, closesAt time.Time, sequence int64, now time.Time) (seal.CategoryKey, error)
	Rewrap(k seal.CategoryKey, closesAt time.Time, sequence int64, now time.Time) (seal.CategoryKey, error)
}

// OpenerLink is the opener in a process of its own, as the others reach it.
type OpenerLink interface {
	keyMaker
	Open(ctx context.Context, r openingsvc.Request) error
}

// categoryKeys is the opener's side of publishing: it makes keys and announces
// their public halves.
type categoryKeys struct {
	keyMaker
	notary *seal.Notary
}

// Mint makes the key of one envelope and its signed announcement.
func (k categoryKeys) Mint(category uuid.UUID, e seal.Envelope, closesAt time.Time, sequence int64, now time.Time) (seal.CategoryKey, string, error) {
	key, err := k.keyMaker.Mint(category, e, closesAt, sequence, now)
	if err != nil {
		return key, "", err
	}
	announced, err := k.notary.Announce(key)
	return key, string(announced), err
}
