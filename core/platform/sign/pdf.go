package sign

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"time"
	"unicode/utf16"
)

// An Act is somebody's signing of a paper, at the database's time.
type Act struct {
	Name, Company, Reason string
	At                    time.Time
}

// hole is how many bytes a message may have. It lies in the file as hex.
const hole = 16384

// filler is what surrounds a ByteRange whose numbers are not known yet.
const filler = 60

// a file of ours, with where its objects lie.
type file struct {
	bytes []byte
	size  int
	root  int
	start int // of its newest table
	at    map[int]int
}

var (
	reStart   = regexp.MustCompile(`startxref\n(\d{1,10})\n%%EOF\n$`)
	reTrailer = regexp.MustCompile(`^trailer\n<<\s*((?s:.*?))>>\nstartxref`)
	reSize    = regexp.MustCompile(`/Size (\d{1,9})`)
	reRoot    = regexp.MustCompile(`/Root (\d{1,9}) 0 R`)
	rePrev    = regexp.MustCompile(`/Prev (\d{1,10})`)
	reHead    = regexp.MustCompile(`^(\d{1,9}) (\d{1,9})\n`)
)

// open reads the tables of a file that the platform made, from the newest to the first.
func open(b []byte) (file, error) {
	f := file{bytes: b, at: map[int]int{}}
	m := reStart.FindSubmatch(b)
	if m == nil {
		return f, fmt.Errorf("%w: its end", ErrForm)
	}
	f.start = number(m[1])
	for next, turns := f.start, 0; ; turns++ {
		if next <= 0 || next >= len(b) || turns > 1000 {
			return f, fmt.Errorf("%w: its tables", ErrForm)
		}
		rest, ok := bytes.CutPrefix(b[next:], []byte("xref\n"))
		if !ok {
			return f, fmt.Errorf("%w: a table", ErrForm)
		}
		for {
			h := reHead.FindSubmatch(rest)
			if h == nil {
				break
			}
			first, many := number(h[1]), number(h[2])
			rest = rest[len(h[0]):]
			if many > len(rest)/20 {
				return f, fmt.Errorf("%w: a table", ErrForm)
			}
			for i := range many {
				line := rest[i*20 : i*20+20]
				if _, known := f.at[first+i]; !known && line[17] == 'n' {
					f.at[first+i] = number(line[:10])
				}
			}
			rest = rest[many*20:]
		}
		t := reTrailer.FindSubmatch(rest)
		if t == nil {
			return f, fmt.Errorf("%w: a trailer", ErrForm)
		}
		if turns == 0 {
			size, root := reSize.FindSubmatch(t[1]), reRoot.FindSubmatch(t[1])
			if size == nil || root == nil {
				return f, fmt.Errorf("%w: a trailer", ErrForm)
			}
			f.size, f.root = number(size[1]), number(root[1])
		}
		prev := rePrev.FindSubmatch(t[1])
		if prev == nil {
			return f, nil
		}
		if n := number(prev[1]); n < next {
			next = n
		} else {
			return f, fmt.Errorf("%w: its tables", ErrForm)
		}
	}
}

func number(b []byte) int {
	n, err := strconv.Atoi(string(b))
	if err != nil {
		return -1
	}
	return n
}

// object is what stands between the head and the end of an object that is no stream.
func (f file) object(n int) (string, error) {
	at, ok := f.at[n]
	head := fmt.Sprintf("%d 0 obj\n", n)
	if !ok || at <= 0 || at >= len(f.bytes) || !bytes.HasPrefix(f.bytes[at:], []byte(head)) {
		return "", fmt.Errorf("%w: object %d", ErrForm, n)
	}
	body := f.bytes[at+len(head):]
	end := bytes.Index(body, []byte("\nendobj"))
	if end < 0 || bytes.Contains(body[:end], []byte("\nstream")) {
		return "", fmt.Errorf("%w: object %d", ErrForm, n)
	}
	return string(body[:end]), nil
}

var (
	rePages  = regexp.MustCompile(`/Pages (\d{1,9}) 0 R`)
	reKids   = regexp.MustCompile(`/Kids \[\s*(\d{1,9}) 0 R`)
	reFields = regexp.MustCompile(`/AcroForm << /Fields \[([\d R]*)\]`)
	reField  = regexp.MustCompile(`(\d{1,9}) 0 R`)
)

// follow reads the object that another names.
func (f file) follow(in string, re *regexp.Regexp) (int, string, error) {
	m := re.FindStringSubmatch(in)
	if m == nil {
		return 0, "", fmt.Errorf("%w: %s", ErrForm, re)
	}
	n := number([]byte(m[1]))
	body, err := f.object(n)
	return n, body, err
}

// text is a string of a PDF: as UTF-16 in hex no letter of it has a meaning.
func text(s string) string {
	out := []byte{0xfe, 0xff}
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, byte(u>>8), byte(u))
	}
	return "<" + hex.EncodeToString(out) + ">"
}

// Sign adds somebody's signature to a paper that the platform made. What was there stays to the
// byte: earlier signatures hold.
func (a *Authority) Sign(ctx context.Context, paper []byte, act Act) ([]byte, error) {
	f, err := open(paper)
	if err != nil {
		return nil, err
	}
	root, err := f.object(f.root)
	if err != nil {
		return nil, err
	}
	_, pages, err := f.follow(root, rePages)
	if err != nil {
		return nil, err
	}
	leaf, page, err := f.follow(pages, reKids)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Grow(len(paper) + 3*hole)
	out.Write(paper)
	at := map[int]int{}
	put := func(n int, body string) {
		at[n] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", n, body)
	}
	value, field := f.size, f.size+1
	at[value] = out.Len()
	fmt.Fprintf(&out, "%d 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /Name %s /Reason %s /M (D:%s+00'00') /ByteRange ",
		value, text(act.Name), text(act.Reason), act.At.UTC().Format("20060102150405"))
	span := out.Len()
	fmt.Fprintf(&out, "%-*s /Contents ", filler, "[0 0 0 0]")
	from := out.Len()
	out.WriteByte('<')
	out.Write(bytes.Repeat([]byte("0"), 2*hole))
	out.WriteByte('>')
	to := out.Len()
	out.WriteString(" >>\nendobj\n")
	put(field, fmt.Sprintf("<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature%d) /V %d 0 R /F 132 /Rect [0 0 0 0] /P %d 0 R >>", value, value, leaf))
	put(leaf, with(page, "/Annots [", fmt.Sprintf("%d 0 R ", field), "]"))
	put(f.root, with(root, "/AcroForm << /Fields [", fmt.Sprintf("%d 0 R ", field), "] /SigFlags 3 >>"))
	table := out.Len()
	out.WriteString("xref\n")
	for _, n := range []int{f.root, leaf, value, field} {
		fmt.Fprintf(&out, "%d 1\n%010d 00000 n \n", n, at[n])
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root %d 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n", f.size+2, f.root, f.start, table)
	b := out.Bytes()
	copy(b[span:], fmt.Sprintf("%-*s", filler, fmt.Sprintf("[0 %d %d %d]", from, to, len(b)-to)))
	message, err := a.message(ctx, over(b, from, to), act)
	if err != nil {
		return nil, err
	}
	if len(message) > hole {
		return nil, fmt.Errorf("%w: %d bytes", ErrTime, len(message))
	}
	hex.Encode(b[from+1:], message)
	return b, nil
}

// with adds to what a dictionary has under a key, or the key with it before the end.
func with(body, key, more, end string) string {
	if i := bytes.Index([]byte(body), []byte(key)); i >= 0 {
		return body[:i+len(key)] + more + body[i+len(key):]
	}
	last := bytes.LastIndex([]byte(body), []byte(">>"))
	return body[:last] + "\n" + key + more + end + body[last:]
}

// over is the sum that is signed: of everything but the hole.
func over(b []byte, from, to int) []byte {
	h := sha256.New()
	h.Write(b[:from])
	h.Write(b[to:])
	return h.Sum(nil)
}
