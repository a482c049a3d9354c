package seal

import (
	"bytes"
	"crypto/subtle"
	"encoding/hex"
	"io"
	"strconv"
	"time"

	"filippo.io/age"
	"github.com/google/uuid"
)

// A Binding is what the private half of a category's key is tied to. Who edits
// one of these in the database can no longer unwrap it.
type Binding struct {
	Category uuid.UUID
	Envelope Envelope
	Key      uuid.UUID
	ClosesAt time.Time
	Sequence int64 // of the audit entry that set ClosesAt
}

func (b Binding) aad() []byte {
	return bindTo("category-key", b.Category.String(), string(b.Envelope), b.Key.String(),
		stamp(b.ClosesAt), strconv.FormatInt(b.Sequence, 10))
}

// A CategoryKey is the row of a category's envelope key: public half in clear,
// private half wrapped.
type CategoryKey struct {
	Binding
	Recipient string // age1...
	Wrapped   []byte
}

// Fingerprint is a short name of the public half, for people to compare.
func (k CategoryKey) Fingerprint() string {
	s := sum([]byte(k.Recipient))
	return hex.EncodeToString(s[:8])
}

// Opener makes, extends and opens the keys of categories. Only the opener's
// process has one.
type Opener struct {
	keeper Keeper
	notary *Verifier
}

// NewOpener returns an Opener over the opening key; the verifier checks that an
// opening is in the signed log before anything is unwrapped.
func NewOpener(opening Keeper, notary *Verifier) *Opener { return &Opener{opening, notary} }

// Mint makes the key of one envelope of a category that closes in the future.
func (o *Opener) Mint(category uuid.UUID, e Envelope, closesAt time.Time, sequence int64, now time.Time) (CategoryKey, error) {
	if err := e.check(); err != nil {
		return CategoryKey{}, err
	}
	if !closesAt.After(now) {
		return CategoryKey{}, Shortened.New("the closing time is past")
	}
	id, err := age.GenerateX25519Identity()
	if err != nil {
		return CategoryKey{}, err
	}
	key, err := uuid.NewV7()
	if err != nil {
		return CategoryKey{}, err
	}
	k := CategoryKey{
		Binding:   Binding{category, e, key, closesAt, sequence},
		Recipient: id.Recipient().String(),
	}
	secret := []byte(id.String())
	defer clear(secret)
	k.Wrapped, err = o.keeper.Wrap(secret, k.aad())
	return k, err
}

// Unpublished is the closing time of a key by which something is sealed before there
// is a closing time: it opens nothing until publishing ties it to one.
var Unpublished = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// Rewrap ties the key to a later closing time, set by a later audit entry, or to the
// first one. To be stored in the transaction that moves the date.
func (o *Opener) Rewrap(k CategoryKey, closesAt time.Time, sequence int64, now time.Time) (CategoryKey, error) {
	earlier := closesAt.Before(k.ClosesAt) && !k.ClosesAt.Equal(Unpublished)
	if !closesAt.After(now) || earlier || sequence <= k.Sequence {
		return CategoryKey{}, Shortened.New("from %s to %s", stamp(k.ClosesAt), stamp(closesAt))
	}
	secret, err := o.keeper.Unwrap(k.Wrapped, k.aad())
	if err != nil {
		return CategoryKey{}, err
	}
	defer clear(secret)
	k.ClosesAt, k.Sequence = closesAt, sequence
	k.Wrapped, err = o.keeper.Wrap(secret, k.aad())
	return k, err
}

// Evidence shows that the opening was logged and signed before it happened.
type Evidence struct {
	Checkpoint []byte // signed
	Index      int64
	Entry      []byte // the log's leaf; must name the key's id
	Proof      []Hash
}

// Open unwraps the private half: not before the closing time that is bound into
// it (now is the database's clock), and not without evidence.
func (o *Opener) Open(k CategoryKey, now time.Time, ev Evidence) (*OpenKey, error) {
	if now.Before(k.ClosesAt) {
		return nil, TooEarly.New("closes at %s", stamp(k.ClosesAt)).With("closes_at", k.ClosesAt)
	}
	if !bytes.Contains(ev.Entry, []byte(k.Key.String())) {
		return nil, NotLogged.New("the entry does not name the key")
	}
	cp, err := o.notary.Checkpoint(ev.Checkpoint)
	if err != nil {
		return nil, NotLogged.Wrap(err, "checkpoint")
	}
	if err := cp.Includes(ev.Index, ev.Entry, ev.Proof); err != nil {
		return nil, NotLogged.Wrap(err, "entry")
	}
	secret, err := o.keeper.Unwrap(k.Wrapped, k.aad())
	if err != nil {
		return nil, err
	}
	defer clear(secret)
	id, err := age.ParseX25519Identity(string(secret))
	if err != nil {
		return nil, Broken.New("not an identity")
	}
	// A public half that was swapped in the database shows here at the latest.
	if subtle.ConstantTimeCompare([]byte(id.Recipient().String()), []byte(k.Recipient)) != 1 {
		return nil, Broken.New("the public key was exchanged")
	}
	return &OpenKey{id}, nil
}

// An OpenKey is an unwrapped category key, for the span of one opening.
type OpenKey struct{ id age.Identity }

// FileKey returns the key of one sealed file out of the wrap made at submission.
func (k *OpenKey) FileKey(wrap []byte, f FileRef) ([]byte, error) {
	return unwrapFileKey(wrap, f, k.id)
}

// Submission opens a sealed submission object and checks it against what its
// receipt promises.
func (k *OpenKey) Submission(cipher []byte, p Part) ([]byte, error) {
	manifest, _, err := openSubmission(cipher, p, k.id)
	return manifest, err
}

// Committed is Submission with the salt of the commitment, for what is shown with its proof.
func (k *OpenKey) Committed(cipher []byte, p Part) (manifest, salt []byte, err error) {
	return openSubmission(cipher, p, k.id)
}

func decrypt(cipher []byte, id age.Identity) ([]byte, error) {
	r, err := age.Decrypt(bytes.NewReader(cipher), id)
	if err != nil {
		return nil, Broken.Wrap(err, "age")
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		return nil, Broken.Wrap(err, "age")
	}
	return plain, nil
}
