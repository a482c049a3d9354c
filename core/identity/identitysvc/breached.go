package identitysvc

import (
	"bufio"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/fault"
)

// Breached is a list of passwords that are known to thieves. A file of sorted
// SHA-1 hashes, one a line, whole or the first signs of each, with or without a
// count behind a colon, is searched where it lies; any other file is a plain list.
type Breached struct {
	file *os.File // of hashes
	size int64
	sign int                   // hexadecimal signs a hash
	held map[[20]byte]struct{} // of a plain list
}

var hashLine = regexp.MustCompile(`^([0-9A-Fa-f]{10,40})(:\d+)?$`)

// mostPlain bounds what a plain list may take of the memory; longer lists come as hashes.
const mostPlain = 64 << 20

// OpenBreached opens a list.
func OpenBreached(path string) (*Breached, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	lines := bufio.NewScanner(f)
	lines.Scan()
	if m := hashLine.FindStringSubmatch(strings.TrimSpace(lines.Text())); m != nil {
		return &Breached{file: f, size: info.Size(), sign: len(m[1])}, nil
	}
	defer func() { _ = f.Close() }()
	if info.Size() > mostPlain {
		return nil, fmt.Errorf("%s is too long for a plain list: give it as sorted SHA-1 hashes", path)
	}
	b := &Breached{held: map[[20]byte]struct{}{}}
	for more := true; more; more = lines.Scan() {
		if word := strings.TrimRight(lines.Text(), "\r\n"); word != "" {
			b.held[sha1.Sum([]byte(word))] = struct{}{}
		}
	}
	return b, lines.Err()
}

// Has reports whether a password is on the list.
func (b *Breached) Has(password string) (bool, error) {
	if b == nil {
		return false, nil
	}
	sum := sha1.Sum([]byte(password))
	if b.file == nil {
		_, ok := b.held[sum]
		return ok, nil
	}
	want := strings.ToUpper(hex.EncodeToString(sum[:]))[:b.sign]
	low, high := int64(0), b.size // a line that holds want begins in [low, high)
	for low < high {
		middle := (low + high) / 2
		line, begin, end, err := b.lineAt(middle)
		if err != nil {
			return false, err
		}
		switch got := strings.ToUpper(line); {
		case got == want:
			return true, nil
		case got < want:
			low = end
		default:
			high = begin
		}
	}
	return false, nil
}

// lineAt returns the hash of the line around an offset, and where it begins and ends.
func (b *Breached) lineAt(at int64) (hash string, begin, end int64, err error) {
	const reach = 128 // longer than any line
	from := max(0, at-reach)
	buf := make([]byte, 2*reach)
	n, err := b.file.ReadAt(buf, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", 0, 0, err
	}
	text, here := string(buf[:n]), int(at-from)
	start := strings.LastIndexByte(text[:here], '\n') + 1
	stop := strings.IndexByte(text[here:], '\n')
	if stop < 0 {
		stop = len(text) - here
		end = from + int64(len(text))
	} else {
		end = from + int64(here+stop) + 1
	}
	hash, _, _ = strings.Cut(strings.TrimSpace(text[start:here+stop]), ":")
	return hash, from + int64(start), end, nil
}

// checkPassword adds what is wrong with a new password: the rule's faults, then the
// list's. What is the owner's own is what others know of them.
func (s *Service) checkPassword(f *fault.Fields, pointer, password, confirmPointer, confirm string, own ...string) {
	identity.CheckPassword(f, pointer, password, confirmPointer, confirm, own...)
	// A list that cannot be read must not keep people from changing a password.
	if found, err := s.with.Breached.Has(password); err == nil && found {
		f.Add(pointer, identity.PasswordBreached)
	}
}
