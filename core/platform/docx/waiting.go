package docx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// Pending is what in a document waits for somebody's decision: whoever reads it on paper sees
// another text than whoever accepts or rejects all of it.
type Pending struct{ Insertions, Deletions, Comments int }

// maxPart is how much of a part is read: of what a person wrote it is all.
const maxPart = 64 << 20

var (
	errLarge    = errors.New("a part that nobody wrote by hand")
	errEntities = errors.New("it declares entities")
)

// Waiting counts the tracked changes and comments of a document. The strict and the transitional
// name of its words are alike here; what is no document any more is an error.
func Waiting(content []byte) (Pending, error) {
	var p Pending
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return p, err
	}
	for _, f := range z.File {
		if !strings.HasPrefix(f.Name, "word/") || !strings.HasSuffix(f.Name, ".xml") {
			continue
		}
		if err := p.read(f); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (p *Pending) read(f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	limited := &io.LimitedReader{R: r, N: maxPart}
	d := xml.NewDecoder(limited)
	for {
		token, err := d.RawToken()
		if err == io.EOF && limited.N > 0 {
			return nil
		}
		if limited.N <= 0 {
			return errLarge
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.Directive:
			return errEntities
		case xml.StartElement:
			switch t.Name.Local {
			case "ins", "moveTo", "cellIns":
				p.Insertions++
			case "del", "moveFrom", "cellDel":
				p.Deletions++
			case "comment":
				p.Comments++
			}
		}
	}
}
