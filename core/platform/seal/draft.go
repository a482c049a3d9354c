package seal

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"strconv"

	"filippo.io/age"
	"github.com/google/uuid"
)

// A CompanyKey is the row of a company's own key: its public half seals files
// and submission objects for the company itself, its wrapped half opens them and
// the keys of its participations.
type CompanyKey struct {
	Company   uuid.UUID
	Recipient string
	Wrapped   []byte
}

// Drafts seals and reads drafts. It cannot open what is sealed for a category.
type Drafts struct{ keeper Keeper }

// NewDrafts returns Drafts over the draft key.
func NewDrafts(draft Keeper) *Drafts { return &Drafts{draft} }

func companyAAD(company uuid.UUID) []byte { return bindTo("company-key", company.String()) }

// NewCompany makes a company's key.
func (d *Drafts) NewCompany(company uuid.UUID) (CompanyKey, error) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		return CompanyKey{}, err
	}
	secret := append(randomBytes(keySize), id.String()...)
	defer clear(secret)
	wrapped, err := d.keeper.Wrap(secret, companyAAD(company))
	return CompanyKey{company, id.Recipient().String(), wrapped}, err
}

// Unlock opens a company's key for work on its own drafts. Close it after use.
func (d *Drafts) Unlock(k CompanyKey) (*Company, error) {
	secret, err := d.keeper.Unwrap(k.Wrapped, companyAAD(k.Company))
	if err != nil {
		return nil, err
	}
	defer clear(secret)
	if len(secret) <= keySize {
		return nil, Broken.New("company key")
	}
	id, err := age.ParseX25519Identity(string(secret[keySize:]))
	if err != nil || id.Recipient().String() != k.Recipient {
		return nil, Broken.New("company key")
	}
	return &Company{company: k.Company, key: bytes.Clone(secret[:keySize]), id: id}, nil
}

// Company is an unlocked company key.
type Company struct {
	company uuid.UUID
	key     []byte
	id      *age.X25519Identity
}

// Close wipes the key.
func (c *Company) Close() { clear(c.key) }

// Recipient is the company's public half.
func (c *Company) Recipient() Recipient { return Recipient{c.id.Recipient()} }

// NewParticipation makes the key that seals one participation's answers; the
// wrapped form goes into its row.
func (c *Company) NewParticipation(id uuid.UUID) (wrapped []byte, p *Participation) {
	key, wrapKey := randomBytes(keySize), c.wrapKey()
	defer clear(wrapKey)
	return sealBytes(wrapKey, key, c.participationAAD(id)), &Participation{id, key}
}

// Participation opens the key of one participation.
func (c *Company) Participation(id uuid.UUID, wrapped []byte) (*Participation, error) {
	wrapKey := c.wrapKey()
	defer clear(wrapKey)
	key, err := openBytes(wrapKey, wrapped, c.participationAAD(id))
	if err != nil {
		return nil, err
	}
	if len(key) != keySize {
		return nil, Broken.New("participation key")
	}
	return &Participation{id, key}, nil
}

func (c *Company) wrapKey() []byte { return derive(c.key, "participation") }

func (c *Company) participationAAD(id uuid.UUID) []byte {
	return bindTo("participation-key", c.company.String(), id.String())
}

// SameFile is a mark under which the company's equal files meet and nobody
// else's do: a plain hash would let anyone test whether a bid holds a known file.
func (c *Company) SameFile(plainSum [32]byte) [32]byte {
	h := hmac.New(sha256.New, derive(c.key, "same-file"))
	h.Write(plainSum[:])
	return [32]byte(h.Sum(nil))
}

// FileKey reads the file key out of the head of a body sealed for the company,
// to wrap it for a category. Head is the body's first bytes, HeadSize suffices.
func (c *Company) FileKey(head []byte) ([]byte, error) {
	header, err := age.ExtractHeader(bytes.NewReader(head))
	if err != nil {
		return nil, Broken.Wrap(err, "header")
	}
	key, err := age.DecryptHeader(header, c.id)
	if err != nil {
		return nil, Broken.Wrap(err, "header")
	}
	return key, nil
}

// Submission opens the company's own copy of a submission.
func (c *Company) Submission(cipher []byte, p Part) ([]byte, error) {
	manifest, _, err := openSubmission(cipher, p, c.id)
	return manifest, err
}

// Participation seals the answers of one participation.
type Participation struct {
	id  uuid.UUID
	key []byte
}

// Close wipes the key.
func (p *Participation) Close() { clear(p.key) }

// padding hides the lengths of answers.
const padding = 1024

func (p *Participation) aad(question uuid.UUID, version int64) []byte {
	return bindTo("answer", p.id.String(), question.String(), strconv.FormatInt(version, 10))
}

// Seal seals one answer: it opens only as this version of this question.
func (p *Participation) Seal(question uuid.UUID, version int64, value []byte) []byte {
	size := (4 + len(value) + padding - 1) / padding * padding
	padded := make([]byte, size)
	defer clear(padded)
	binary.BigEndian.PutUint32(padded, uint32(len(value)))
	copy(padded[4:], value)
	return sealBytes(p.key, padded, p.aad(question, version))
}

// Open reads one answer.
func (p *Participation) Open(question uuid.UUID, version int64, sealed []byte) ([]byte, error) {
	padded, err := openBytes(p.key, sealed, p.aad(question, version))
	if err != nil {
		return nil, err
	}
	if len(padded) < 4 {
		return nil, Broken.New("answer")
	}
	n := binary.BigEndian.Uint32(padded)
	if uint64(n) > uint64(len(padded)-4) {
		return nil, Broken.New("answer")
	}
	return padded[4 : 4+n : 4+n], nil
}
