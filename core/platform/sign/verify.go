package sign

import (
	"bytes"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"time"
	"unicode/utf16"

	"github.com/digitorus/timestamp"
)

// A Signature is one that holds.
type Signature struct {
	Name, Reason string
	At           time.Time // as the paper says it
	Stamped      time.Time // as its token says it
	Certificate  *x509.Certificate
	Until        int // the paper had so many bytes then, and all of them were signed
}

var reValue = regexp.MustCompile(`^<< /Type /Sig /Filter /Adobe\.PPKLite /SubFilter /ETSI\.CAdES\.detached /Name <([0-9a-f]*)> /Reason <([0-9a-f]*)> /M \(D:(\d{14})\+00'00'\) /ByteRange \[0 (\d+) (\d+) (\d+)\] *$`)

var reSigned = regexp.MustCompile(`/FT /Sig /T \(Signature\d+\) /V (\d{1,9}) 0 R`)

// Verify reads the signatures of a paper in the order in which they were made, or says that one
// does not hold. The last is over the whole file; each before it over all that was there then. What
// its messages lead to are the roots.
func Verify(paper []byte, roots ...*x509.Certificate) ([]Signature, error) {
	f, err := open(paper)
	if err != nil {
		return nil, err
	}
	root, err := f.object(f.root)
	if err != nil {
		return nil, err
	}
	fields := reFields.FindStringSubmatch(root)
	if fields == nil {
		return nil, nil
	}
	var out []Signature
	for _, m := range reField.FindAllStringSubmatch(fields[1], -1) {
		n := number([]byte(m[1]))
		body, err := f.object(n)
		if err != nil {
			return nil, err
		}
		value := reSigned.FindStringSubmatch(body)
		if value == nil {
			return nil, fmt.Errorf("%w: field %d", ErrForm, n)
		}
		s, err := f.signature(number([]byte(value[1])), roots)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Signature) int { return a.Until - b.Until })
	for i, s := range out {
		if i > 0 && s.Until == out[i-1].Until {
			return nil, fmt.Errorf("%w: two over the same", ErrInvalid)
		}
	}
	if len(out) == 0 || out[len(out)-1].Until != len(paper) {
		return nil, fmt.Errorf("%w: something was added after the last", ErrInvalid)
	}
	return out, nil
}

func (f file) signature(n int, roots []*x509.Certificate) (Signature, error) {
	var s Signature
	at, head := f.at[n], fmt.Sprintf("%d 0 obj\n", n)
	if at <= 0 || at >= len(f.bytes) || !bytes.HasPrefix(f.bytes[at:], []byte(head)) {
		return s, fmt.Errorf("%w: object %d", ErrForm, n)
	}
	body := f.bytes[at+len(head):]
	end := bytes.Index(body, []byte(" /Contents <"))
	if end < 0 {
		return s, fmt.Errorf("%w: object %d", ErrForm, n)
	}
	m := reValue.FindSubmatch(body[:end])
	if m == nil {
		return s, fmt.Errorf("%w: object %d", ErrForm, n)
	}
	from, to, more := number(m[4]), number(m[5]), number(m[6])
	switch {
	case from != at+len(head)+end+len(" /Contents "), to != from+2*hole+2, to > len(f.bytes), more > len(f.bytes)-to, more < 0:
		return s, fmt.Errorf("%w: what it is over", ErrInvalid)
	}
	s.Until = to + more
	if f.bytes[from] != '<' || f.bytes[to-1] != '>' || !bytes.HasSuffix(f.bytes[:s.Until], []byte("\n%%EOF\n")) {
		return s, fmt.Errorf("%w: what it is over", ErrInvalid)
	}
	filled := f.bytes[from+1 : to-1]
	raw := make([]byte, hole)
	if _, err := hex.Decode(raw, filled); err != nil || hex.EncodeToString(raw) != string(filled) {
		return s, fmt.Errorf("%w: encoding", ErrInvalid)
	}
	var outer asn1.RawValue
	padding, err := asn1.Unmarshal(raw, &outer)
	if err != nil || len(bytes.Trim(padding, "\x00")) > 0 {
		return s, fmt.Errorf("%w: encoding", ErrInvalid)
	}
	if s.Name, err = words(m[1]); err != nil {
		return s, err
	}
	if s.Reason, err = words(m[2]); err != nil {
		return s, err
	}
	if s.At, err = time.Parse("20060102150405", string(m[3])); err != nil {
		return s, fmt.Errorf("%w: its time", ErrInvalid)
	}
	return s, s.prove(outer.FullBytes, over(f.bytes[:s.Until], from, to), roots)
}

// prove asks the message of a signature, and the token in it.
func (s *Signature) prove(message, digest []byte, roots []*x509.Certificate) error {
	got, err := read(message, digest, oidData)
	if err != nil {
		return err
	}
	var a attribute
	if !under(got.unsigned, 1) {
		return fmt.Errorf("%w: no token", ErrInvalid)
	}
	if err := whole(got.unsigned.Bytes, &a); err != nil || !a.Type.Equal(oidToken) || len(a.Values) != 1 {
		return fmt.Errorf("%w: no token", ErrInvalid)
	}
	token := a.Values[0].FullBytes
	if s.Stamped, err = stamped(token, got.signature, roots); err != nil {
		return err
	}
	s.Certificate = got.by
	return got.leads(roots, s.Stamped, x509.ExtKeyUsageEmailProtection)
}

// stamped is when a token says that something was there.
func stamped(token, what []byte, roots []*x509.Certificate) (time.Time, error) {
	got, err := read(token, nil, oidTSTInfo)
	if err != nil {
		return time.Time{}, err
	}
	t, err := timestamp.Parse(token)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	sum := sha256.Sum256(what)
	if t.HashAlgorithm.String() != "SHA-256" || !bytes.Equal(t.HashedMessage, sum[:]) {
		return time.Time{}, fmt.Errorf("%w: the token is another's", ErrInvalid)
	}
	return t.Time, got.leads(roots, t.Time, x509.ExtKeyUsageTimeStamping)
}

// words reads a string as text writes it.
func words(h []byte) (string, error) {
	b, err := hex.DecodeString(string(h))
	if err != nil || len(b) < 2 || len(b)%2 != 0 || b[0] != 0xfe || b[1] != 0xff {
		return "", fmt.Errorf("%w: a name", ErrInvalid)
	}
	var u []uint16
	for i := 2; i < len(b); i += 2 {
		u = append(u, uint16(b[i])<<8|uint16(b[i+1]))
	}
	return string(utf16.Decode(u)), nil
}
