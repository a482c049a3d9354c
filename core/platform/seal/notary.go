package seal

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// Notary signs what people take home: receipts, checkpoints, closings, key
// announcements, all as signed notes (C2SP signed-note, Ed25519).
type Notary struct {
	*Verifier
	signer note.Signer
}

// Verifier checks a notary's notes; it needs the public key only.
type Verifier struct {
	origin string
	key    string
	v      note.Verifier
}

// OpenNotary loads dir/receipt-ed25519, making it at the first run. Origin names
// the log, like "procurement.example.org/log", without spaces or plus signs.
func OpenNotary(dir, origin string) (*Notary, error) {
	seed, _, err := loadKey(dir, ReceiptFile)
	if err != nil {
		return nil, err
	}
	defer clear(seed)
	return newNotary(seed, origin)
}

func newNotary(seed []byte, origin string) (*Notary, error) {
	private := ed25519.NewKeyFromSeed(seed)
	defer clear(private)
	vkey, err := note.NewEd25519VerifierKey(origin, private.Public().(ed25519.PublicKey))
	if err != nil {
		return nil, BadKey.Wrap(err, "origin")
	}
	v, err := NewVerifier(vkey)
	if err != nil {
		return nil, err
	}
	const ed25519Alg = 1
	skey := "PRIVATE+KEY+" + origin + "+" + fmt.Sprintf("%08x", v.v.KeyHash()) + "+" +
		base64.StdEncoding.EncodeToString(append([]byte{ed25519Alg}, seed...))
	signer, err := note.NewSigner(skey)
	if err != nil {
		return nil, BadKey.Wrap(err, "signing key")
	}
	return &Notary{v, signer}, nil
}

// NewVerifier reads a published verifier key.
func NewVerifier(vkey string) (*Verifier, error) {
	v, err := note.NewVerifier(vkey)
	if err != nil {
		return nil, BadKey.Wrap(err, "verifier key")
	}
	return &Verifier{v.Name(), vkey, v}, nil
}

// Key is the verifier key to publish.
func (v *Verifier) Key() string { return v.key }

// Origin is the log's name.
func (v *Verifier) Origin() string { return v.origin }

func (n *Notary) sign(text string) ([]byte, error) {
	return note.Sign(&note.Note{Text: text}, n.signer)
}

// open returns the text of a genuine note. A note has one form: what decodes to
// the same signature but is written otherwise is refused too, so that any
// changed byte of a receipt shows.
func (v *Verifier) open(msg []byte) (string, error) {
	n, err := note.Open(msg, note.VerifierList(v.v))
	if err != nil {
		return "", BadNote.Wrap(err, "signature")
	}
	if len(n.Sigs) != 1 || len(n.UnverifiedSigs) != 0 {
		return "", BadNote.New("one signature expected")
	}
	if _, err := base64.StdEncoding.Strict().DecodeString(n.Sigs[0].Base64); err != nil {
		return "", BadNote.Wrap(err, "signature")
	}
	if string(msg) != n.Text+"\n\u2014 "+n.Sigs[0].Name+" "+n.Sigs[0].Base64+"\n" {
		return "", BadNote.New("not in its one form")
	}
	return n.Text, nil
}

// lines reads "name value" lines in a fixed order.
type lines struct {
	rest []string
	err  error
}

func readLines(text, title string) *lines {
	l := &lines{rest: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	if len(l.rest) == 0 || l.rest[0] != title {
		l.err = BadNote.New("not a %s", title)
		return l
	}
	l.rest = l.rest[1:]
	return l
}

func (l *lines) next(name string) string {
	if l.err != nil {
		return ""
	}
	if len(l.rest) > 0 {
		if v, ok := strings.CutPrefix(l.rest[0], name+" "); ok {
			l.rest = l.rest[1:]
			return v
		}
	}
	l.err = BadNote.New("line %q expected", name)
	return ""
}

func (l *lines) more() bool { return l.err == nil && len(l.rest) > 0 }

func (l *lines) check(err error) {
	if l.err == nil && err != nil {
		l.err = BadNote.Wrap(err, "value")
	}
}
