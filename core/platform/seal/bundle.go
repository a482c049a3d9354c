package seal

import (
	"fmt"
	"time"

	"github.com/google/uuid"
)

const bundleTitle = "zabuni/bundle/v1"

// A Bundle says what a job's archive held when somebody took it: the sum of a manifest
// that has the sum of every file.
type Bundle struct {
	Job, Buyer uuid.UUID
	Made       time.Time
	Files      int64
	Manifest   Hash // SHA-256 of manifest.txt
}

func (b Bundle) text(origin string) string {
	return fmt.Sprintf("%s\nlog %s\njob %s\nbuyer %s\nmade %s\nfiles %d\nmanifest %x\n",
		bundleTitle, origin, b.Job, b.Buyer, stamp(b.Made), b.Files, b.Manifest[:])
}

// SignBundle signs the manifest of a bundle.
func (n *Notary) SignBundle(b Bundle) ([]byte, error) { return n.sign(b.text(n.origin)) }

// Bundle reads a genuine note of a bundle.
func (v *Verifier) Bundle(msg []byte) (Bundle, error) {
	text, err := v.open(msg)
	if err != nil {
		return Bundle{}, err
	}
	l := readLines(text, bundleTitle)
	l.next("log")
	b := Bundle{Job: l.uuid("job"), Buyer: l.uuid("buyer"), Made: l.time("made"), Files: l.int("files")}
	b.Manifest = l.sum("manifest")
	if l.err != nil {
		return Bundle{}, l.err
	}
	if b.text(v.origin) != text {
		return Bundle{}, BadNote.New("another log's bundle")
	}
	return b, nil
}
