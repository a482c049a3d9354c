package sign_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/sign"
)

var noon = time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)

func authority(t *testing.T, b byte) *sign.Authority {
	t.Helper()
	a, err := sign.NewAuthority(bytes.Repeat([]byte{b}, 32), bytes.Repeat([]byte{b + 1}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func paper(t *testing.T) []byte {
	t.Helper()
	link := rich.Node{Kind: rich.Words, Text: "where", Marks: []rich.Mark{{Style: rich.Link, Href: "https://example.org/"}}}
	words := rich.Node{Kind: rich.Words, Text: strings.Repeat("What is agreed on. ሰላም ", 500)}
	b, err := pdf.Paper{Language: "en", Title: "Contract (2026) \\", Reference: "C/1", At: noon, Body: rich.Node{Kind: rich.Doc, Content: []rich.Node{
		{Kind: rich.Paragraph, Content: []rich.Node{link}}, {Kind: rich.Paragraph, Content: []rich.Node{words}},
	}}}.Render()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// hard are names that would break a file which took them as they are.
var hard = []string{
	"Wanjiru Mwangi", "Kamau) Ltd", `ends in \`, "A) /SubFilter /x /X (", "አበበ ቢቂላ " + strings.Repeat("ሀ", 200), "\"quoted\" 'and' <so>",
	"right \u202eto left\u202c", "𝔘 beyond the plane", "endobj\nendobj", "%%EOF", "",
}

func TestEverySignatureHoldsAndNamesComeBack(t *testing.T) {
	a := authority(t, 1)
	b := paper(t)
	for i, name := range hard {
		next, err := a.Sign(t.Context(), b, sign.Act{Name: name, Company: name, Reason: name, At: noon.Add(time.Duration(i) * time.Minute)})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(next, b) {
			t.Fatal("what was there has changed")
		}
		b = next
	}
	got, err := sign.Verify(b, a.Roots()...)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(hard) {
		t.Fatalf("%d signatures", len(got))
	}
	for i, s := range got {
		at := noon.Add(time.Duration(i) * time.Minute)
		if s.Name != hard[i] || s.Reason != hard[i] || !s.At.Equal(at) || !s.Stamped.Equal(at) {
			t.Errorf("%d: %q %q %s %s", i, s.Name, s.Reason, s.At, s.Stamped)
		}
	}
	if got[len(got)-1].Until != len(b) {
		t.Error("the last is not over the whole file")
	}
}

func TestTheSameKeysMakeTheSameAuthority(t *testing.T) {
	a, b := authority(t, 1), authority(t, 1)
	if !a.Roots()[0].Equal(b.Roots()[0]) {
		t.Error("another certificate out of the same keys")
	}
	signed, err := a.Sign(t.Context(), paper(t), sign.Act{Name: "x", At: noon})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sign.Verify(signed, b.Roots()...); err != nil {
		t.Error(err)
	}
	if _, err := sign.Verify(signed, authority(t, 7).Roots()...); !errors.Is(err, sign.ErrInvalid) {
		t.Errorf("another installation's: %v", err)
	}
}

func TestNoByteChangesUnseen(t *testing.T) {
	a := authority(t, 1)
	b := paper(t)
	var ends []int
	for _, name := range []string{"one", "two"} {
		var err error
		if b, err = a.Sign(t.Context(), b, sign.Act{Name: name, At: noon}); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, len(b))
	}
	// the message of the last signature is the only thing that no sum is over: every byte of it is tried
	last := ends[0] + bytes.Index(b[ends[0]:], []byte("/Contents <")) + len("/Contents <")
	message := len(bytes.TrimRight(b[last:last+2*16384], "0"))
	r := rand.New(rand.NewPCG(1, 2))
	flip := func(at int) {
		t.Helper()
		c := bytes.Clone(b)
		for c[at] == b[at] {
			c[at] = byte(r.UintN(256))
		}
		if got, err := sign.Verify(c, a.Roots()...); err == nil && len(got) == 2 {
			t.Errorf("byte %d of %d may be %q instead of %q", at, len(b), c[at], b[at])
		}
	}
	for i := range message {
		flip(last + i)
	}
	for i := range message / 2 { // what decodes: another kind of value, another class, or any bit
		for _, bit := range []byte{0x20, 0x40, 0x80, 1 << r.UintN(5)} {
			c := bytes.Clone(b)
			raw, err := hex.DecodeString(string(c[last+2*i : last+2*i+2]))
			if err != nil {
				t.Fatal(err)
			}
			raw[0] ^= bit
			hex.Encode(c[last+2*i:], raw)
			if got, err := sign.Verify(c, a.Roots()...); err == nil && len(got) == 2 {
				t.Errorf("bit %#x of byte %d of the message may be another", bit, i)
			}
		}
	}
	for range 400 {
		flip(r.IntN(len(b)))
	}
	if _, err := sign.Verify(append(bytes.Clone(b), "more"...), a.Roots()...); err == nil {
		t.Error("something may stand behind it")
	}
	if got, err := sign.Verify(b[:ends[0]], a.Roots()...); err != nil || len(got) != 1 {
		t.Errorf("as it was after the first: %d, %v", len(got), err)
	}
}

type silent struct{}

func (silent) Stamp(context.Context, []byte, time.Time) ([]byte, error) {
	return nil, errors.New("nobody there")
}

func TestNoSignatureWithoutItsTime(t *testing.T) {
	a := authority(t, 1).With(silent{}, nil)
	if b, err := a.Sign(t.Context(), paper(t), sign.Act{Name: "x", At: noon}); !errors.Is(err, sign.ErrTime) || b != nil {
		t.Errorf("%v", err)
	}
}

func FuzzVerify(f *testing.F) {
	a, err := sign.NewAuthority(make([]byte, 32), make([]byte, 32))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, err := sign.Verify(b, a.Roots()...); err == nil && len(got) > 0 {
			t.Error("nobody signed that")
		}
	})
}
