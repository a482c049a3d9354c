package seal

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
)

const disposalTitle = "zabuni/disposal/v1"

// CertificateFormat names the form of a Certificate; docs/formats.md describes it.
const CertificateFormat = "zabuni/certificate/v1"

// A Witness is who did something, and when.
type Witness struct {
	ID   uuid.UUID
	At   time.Time
	Name string
}

// A Disposal says that what was kept of a job was destroyed: what, why, by whose word,
// and what stays. It is signed after the deed.
type Disposal struct {
	ID, Job, Buyer        uuid.UUID
	KeptUntil             string // the day, where the job is
	Basis                 string // from what its years were counted, and since when
	Proposed, Decided     Witness
	Destroyed             time.Time
	Files, Bytes          int64
	Bids, Letters, Shared int64 // shared: files whose bytes stay, for others have the same
	List                  Hash  // SHA-256 of the list of all files
}

// stays is what a disposal does not reach, in the words of every certificate.
const stays = "stays the log with the names in it\nstays receipts and closings\nstays results and awards\nstays backups until they rotate\n"

func (w Witness) text(word string) string {
	return fmt.Sprintf("%s %s\n%s-at %s\n%[1]s-name %[5]s\n", word, w.ID, word, stamp(w.At), strings.Join(strings.Fields(w.Name), " "))
}

func (d Disposal) text(origin string) string {
	return fmt.Sprintf("%s\nlog %s\ndisposal %s\njob %s\nbuyer %s\nkept-until %s\nbasis %s\n", disposalTitle, origin, d.ID, d.Job, d.Buyer, d.KeptUntil, d.Basis) +
		d.Proposed.text("proposed") + d.Decided.text("decided") +
		fmt.Sprintf("destroyed %s\nfiles %d\nbytes %d\nshared %d\nbids %d\nletters %d\nlist %x\n", stamp(d.Destroyed), d.Files, d.Bytes, d.Shared, d.Bids, d.Letters, d.List[:]) +
		stays
}

// SignDisposal signs that something was destroyed.
func (n *Notary) SignDisposal(d Disposal) ([]byte, error) { return n.sign(d.text(n.origin)) }

func (l *lines) witness(word string) Witness {
	return Witness{ID: l.uuid(word), At: l.time(word + "-at"), Name: l.next(word + "-name")}
}

// Disposal reads a genuine note of a disposal.
func (v *Verifier) Disposal(msg []byte) (Disposal, error) {
	text, err := v.open(msg)
	if err != nil {
		return Disposal{}, err
	}
	l := readLines(text, disposalTitle)
	l.next("log")
	d := Disposal{ID: l.uuid("disposal"), Job: l.uuid("job"), Buyer: l.uuid("buyer"), KeptUntil: l.next("kept-until"), Basis: l.next("basis")}
	d.Proposed, d.Decided = l.witness("proposed"), l.witness("decided")
	d.Destroyed, d.Files, d.Bytes, d.Shared = l.time("destroyed"), l.int("files"), l.int("bytes"), l.int("shared")
	d.Bids, d.Letters, d.List = l.int("bids"), l.int("letters"), l.sum("list")
	if l.err != nil {
		return Disposal{}, l.err
	}
	if d.text(v.origin) != text {
		return Disposal{}, BadNote.New("another log's disposal")
	}
	return d, nil
}

// A Certificate is what people keep of a disposal: the note, and the list that it names.
type Certificate struct {
	Format string `json:"format"`
	Key    string `json:"verifier_key"`
	Note   string `json:"note"`
	List   string `json:"list"` // a line each: what it was, its id, SHA-256, bytes
}

// ReadCertificate reads a certificate without checking it.
func ReadCertificate(data []byte) (Certificate, error) {
	var c Certificate
	if err := json.Unmarshal(data, &c); err != nil {
		return c, BadNote.Wrap(err, "not a certificate")
	}
	if c.Format != CertificateFormat {
		return c, BadNote.New("not a %s", CertificateFormat)
	}
	return c, nil
}

// Certificate checks a certificate: its note, and that the list is the one it names.
func (v *Verifier) Certificate(c Certificate) (Disposal, error) {
	d, err := v.Disposal([]byte(c.Note))
	if err != nil {
		return d, err
	}
	if sha256.Sum256([]byte(c.List)) != d.List || int64(strings.Count(c.List, "\n")) != d.Files {
		return d, BadNote.New("the list is not the one that was signed")
	}
	return d, nil
}
