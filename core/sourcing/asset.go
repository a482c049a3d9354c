package sourcing

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/picture"
)

// An Asset is what an item is besides, where people look at a thing before they offer
// a price for it.
type Asset struct {
	Condition Condition // empty until somebody has said
	Notes     string    // what is known of it: faults, papers, how it is moved
	Location  string    // where it stands
	Photos    []AssetPhoto
	Reserve   *Reserve
}

// A Condition is the state in which a thing is sold.
type Condition string

// Conditions.
const (
	AsNew  Condition = "as_new"
	Good   Condition = "good"
	Worn   Condition = "worn"
	Faulty Condition = "faulty"
	Scrap  Condition = "scrap"
)

// Values lists them, from the best.
func (Condition) Values() []string { return closed.Values(AsNew, Good, Worn, Faulty, Scrap) }

// An AssetPhoto is a photograph of a thing.
type AssetPhoto struct {
	ID, Document uuid.UUID
	Name         string
	Size         int64
}

// A Reserve is the least for which a unit of an item is sold. Until the prices are
// opened nobody reads it, whoever typed it neither; its commitment is published.
type Reserve struct {
	Commitment []byte
	Currency   money.Currency
	By         string
	At         time.Time
	Opened     *OpenedReserve
}

// An OpenedReserve is a reserve with the salt by which anybody checks its commitment.
type OpenedReserve struct {
	Amount money.Decimal
	Reason string // why it was above the estimate
	Salt   []byte
	At     time.Time
}

// A ReserveManifest is what lies under the seal of a reserve. Its canonical form behind
// the salt is what the commitment sums.
type ReserveManifest struct {
	Category uuid.UUID      `json:"category"`
	Item     uuid.UUID      `json:"item"`
	Currency money.Currency `json:"currency"`
	Amount   string         `json:"amount"`
	Reason   string         `json:"reason"`
}

// What an asset may have.
const (
	MaxAssetPhotos = 12
	MaxAssetPhoto  = 10 << 20
)

// Faults of assets.
var (
	EnoughPhotos    = fault.Declare(fault.KindConflict, "sourcing.enough_photos", "There are as many photographs of this item as there can be")
	ReserveNotFound = fault.Declare(fault.KindNotFound, "sourcing.reserve_not_found", "This item has no reserve")
)

// Codes of field errors.
const (
	NoPhoto       = "sourcing.no_photo"       // neither JPEG nor PNG
	PhotoTooBig   = "sourcing.photo_too_big"  // params: max_mb
	PhotoTooFine  = "sourcing.photo_too_fine" // params: max_points, in millions
	AboveEstimate = "sourcing.above_estimate" // a reserve that wants a reason
)

// Check normalises an asset and adds what is wrong with it, with pointers below prefix.
func (a Asset) Check(f *fault.Fields, prefix string) Asset {
	if a.Condition != "" {
		f.OneOf(prefix+"/condition", string(a.Condition), a.Condition.Values()...)
	}
	a.Notes = f.May(prefix+"/notes", a.Notes, 2000)
	a.Location = f.MayLine(prefix+"/location", a.Location, 300)
	return a
}

// CheckPhoto returns a photograph without what the camera wrote beside it, and its
// media type.
func CheckPhoto(data []byte) (clean []byte, media string, err error) {
	if len(data) > MaxAssetPhoto {
		var f fault.Fields
		f.Add("/photo", PhotoTooBig, "max_mb", MaxAssetPhoto>>20)
		return nil, "", f.Err()
	}
	clean, media, err = picture.Plain(data)
	if err == nil {
		return clean, media, nil
	}
	var f fault.Fields
	if errors.Is(err, picture.ErrLarge) {
		f.Add("/photo", PhotoTooFine, "max_points", picture.MaxPixels/1_000_000)
	} else {
		f.Add("/photo", NoPhoto)
	}
	return nil, "", f.Err()
}

// CheckReserve tells all that is wrong with a reserve for each unit of an item: what
// comes to more than the category's estimate wants a reason, which is sealed with it.
func CheckReserve(c Category, amount money.Decimal, quantity money.Quantity, reason string) (string, error) {
	var f fault.Fields
	reason = f.May("/reason", reason, 2000)
	if amount.Sign() <= 0 {
		f.Add("/amount", fault.OutOfRange, "min", "0")
		return reason, f.Err()
	}
	if c.Estimate != nil && c.Estimate.Less(money.Line(amount, quantity, c.Currency)) && reason == "" {
		f.Add("/reason", AboveEstimate)
	}
	return reason, f.Err()
}

// ForBidders leaves out of an asset who prepared it, and the reserve until the result
// is known.
func (a Asset) ForBidders(s Status) Asset {
	if a.Reserve != nil {
		shown := Reserve{Commitment: a.Reserve.Commitment, Currency: a.Reserve.Currency}
		if s.Told() {
			shown.Opened = a.Reserve.Opened
		}
		a.Reserve = &shown
	}
	return a
}
