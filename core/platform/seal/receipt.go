package seal

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	receiptTitle  = "zabuni/receipt/v1"
	announceTitle = "zabuni/category-key/v1"
)

// A Receipt proves what was received and when. Without one nothing was submitted.
type Receipt struct {
	Submission uuid.UUID
	Category   uuid.UUID
	Supplier   uuid.UUID
	Version    int64
	Received   time.Time // the database's clock under the category's lock
	Parts      []Part
	Nonce      [32]byte // blinds this submission's leaf of the closing root
}

// NewNonce makes a receipt's nonce.
func NewNonce() [32]byte { return [32]byte(randomBytes(32)) }

func (r Receipt) text(origin string) string {
	return receiptTitle + "\nlog " + origin + "\n" + r.body()
}

// body is the part of the text that the closing leaf repeats.
func (r Receipt) body() string {
	var b strings.Builder
	fmt.Fprintf(&b, "submission %s\ncategory %s\nsupplier %s\nversion %d\nreceived %s\nnonce %x\n",
		r.Submission, r.Category, r.Supplier, r.Version, stamp(r.Received), r.Nonce)
	for _, p := range r.Parts {
		fmt.Fprintf(&b, "envelope %s\nsealed %x\ncommit %x\n", p.Envelope, p.Sealed, p.Commit)
	}
	return b.String()
}

// Sign makes the document that the supplier keeps.
func (n *Notary) Sign(r Receipt) ([]byte, error) {
	for _, p := range r.Parts {
		if err := p.Envelope.check(); err != nil {
			return nil, err
		}
	}
	return n.sign(r.text(n.origin))
}

// Receipt reads a genuine receipt; any changed byte is refused.
func (v *Verifier) Receipt(msg []byte) (Receipt, error) {
	text, err := v.open(msg)
	if err != nil {
		return Receipt{}, err
	}
	l := readLines(text, receiptTitle)
	var r Receipt
	if origin := l.next("log"); l.err == nil && origin != v.origin {
		return Receipt{}, BadNote.New("another log's receipt")
	}
	r.Submission = l.uuid("submission")
	r.Category = l.uuid("category")
	r.Supplier = l.uuid("supplier")
	r.Version = l.int("version")
	r.Received = l.time("received")
	r.Nonce = l.sum("nonce")
	for l.more() {
		r.Parts = append(r.Parts, Part{Envelope(l.next("envelope")), l.sum("sealed"), l.sum("commit")})
	}
	if l.err != nil {
		return Receipt{}, l.err
	}
	if r.text(v.origin) != text {
		return Receipt{}, BadNote.New("not in its one form")
	}
	return r, nil
}

func (l *lines) uuid(name string) uuid.UUID {
	id, err := uuid.Parse(l.next(name))
	l.check(err)
	return id
}

func (l *lines) int(name string) int64 {
	n, err := strconv.ParseInt(l.next(name), 10, 64)
	l.check(err)
	return n
}

func (l *lines) time(name string) time.Time {
	t, err := parseStamp(l.next(name))
	l.check(err)
	return t
}

func (l *lines) sum(name string) (s [32]byte) {
	b, err := hex.DecodeString(l.next(name))
	if err == nil && len(b) != len(s) {
		err = fmt.Errorf("32 bytes expected")
	}
	l.check(err)
	copy(s[:], b)
	return s
}

// Announce signs the public half of a category's key, so that a supplier's desk
// seals only for keys that were announced and not for one planted in a row.
func (n *Notary) Announce(k CategoryKey) ([]byte, error) {
	return n.sign(announcement(n.origin, k.Category, k.Envelope, k.Key, k.Recipient))
}

func announcement(origin string, category uuid.UUID, e Envelope, key uuid.UUID, recipient string) string {
	return fmt.Sprintf("%s\nlog %s\ncategory %s\nenvelope %s\nkey %s\nrecipient %s\n",
		announceTitle, origin, category, e, key, recipient)
}

// Recipient checks an announcement and returns whom to seal for.
func (v *Verifier) Recipient(msg []byte, category uuid.UUID, e Envelope) (Recipient, uuid.UUID, error) {
	text, err := v.open(msg)
	if err != nil {
		return Recipient{}, uuid.Nil, err
	}
	l := readLines(text, announceTitle)
	l.next("log")
	l.next("category")
	l.next("envelope")
	key := l.uuid("key")
	recipient := l.next("recipient")
	if l.err != nil {
		return Recipient{}, uuid.Nil, l.err
	}
	if text != announcement(v.origin, category, e, key, recipient) {
		return Recipient{}, uuid.Nil, BadNote.New("announced for another category or envelope")
	}
	r, err := ParseRecipient(recipient)
	return r, key, err
}
