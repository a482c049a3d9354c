package pdf_test

import (
	"bytes"
	"testing"

	"zabuni.org/core/platform/pdf"
)

// Whatever people write, a letter of it is a document.
func FuzzLetter(f *testing.F) {
	for _, b := range bodies {
		f.Add(b[0], b[1])
	}
	f.Add("", "\x00\xff\u202e\ufdfd\U0001F469\u200d\U0001F33E")
	f.Add("W\u0301", "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789")
	f.Fuzz(func(t *testing.T, short, long string) {
		if len(short) > 500 || len(long) > 4000 {
			return // the templates of letters take no more, and pages cost time
		}
		l := letter("am")
		l.Subject, l.Body, l.Closing, l.Signature, l.Footer = short, long, short+"\n\n"+long, long, short
		l.To = pdf.Party{Name: short, Lines: []string{long}}
		l.Figures = []pdf.Row{{Label: short, Value: long}, {Label: long, Value: short, Strong: true}}
		b, err := l.Render()
		if err != nil || !bytes.HasPrefix(b, []byte("%PDF-1.")) || !bytes.Contains(b, []byte("%%EOF")) {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
	})
}
