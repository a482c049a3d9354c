package verify_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/verify"
)

// held is a store that answers every key alike.
type held struct {
	document.Store
	open func() (io.Reader, error)
}

func (h held) Open(context.Context, string, int64, int64) (io.ReadCloser, error) {
	r, err := h.open()
	if err != nil {
		return nil, err
	}
	return io.NopCloser(r), nil
}

// What differs in a store is told apart from a store that could not be read: who
// cannot look, wherever in the file that is, says nothing of what is there.
func TestAStoreIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	notary, err := seal.OpenNotary(t.TempDir(), "test.example/log")
	must(t, err)
	text := []byte("what was stored")
	sum := sha256.Sum256(text)
	_, err = pgtest.Do(ctx, pgtest.As(t, db, ""), `INSERT INTO document (id, company_id, name, kind, media_type, size, sha256, store_key, created_by, created_at)
		SELECT gen_random_uuid(), gen_random_uuid(), 'a.txt', 'test', 'text/plain', $1, $2, 'some-key-of-it', gen_random_uuid(), zabuni.clock()`, len(text), sum[:])
	must(t, err)
	broken := errors.New("the disk is broken")
	for name, x := range map[string]struct {
		open   func() (io.Reader, error)
		differ string
		fails  bool
	}{
		"as it was stored": {open: func() (io.Reader, error) { return bytes.NewReader(text), nil }},
		"other bytes": {
			open:   func() (io.Reader, error) { return strings.NewReader("what was stolen"), nil },
			differ: "its bytes have the sum",
		},
		"cut short":       {open: func() (io.Reader, error) { return bytes.NewReader(text[:4]), nil }, differ: "its bytes have the sum"},
		"gone":            {open: func() (io.Reader, error) { return nil, document.Missing.New("") }, differ: "it is not in the store"},
		"not to be found": {open: func() (io.Reader, error) { return nil, broken }, fails: true},
		"not to be read":  {open: func() (io.Reader, error) { return iotest.ErrReader(broken), nil }, fails: true},
		"broken in the middle": {
			open: func() (io.Reader, error) {
				return io.MultiReader(bytes.NewReader(text[:4]), iotest.ErrReader(broken)), nil
			},
			fails: true,
		},
		"broken at its end": {
			open:  func() (io.Reader, error) { return io.MultiReader(bytes.NewReader(text), iotest.ErrReader(broken)), nil },
			fails: true,
		},
	} {
		report, err := verify.All(ctx, db, notary.Verifier, held{open: x.open})
		if errors.Is(err, broken) != x.fails || !x.fails && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		told := strings.Join(report.Differences, "; ")
		if report.Documents != 1 || (x.differ == "") != (told == "") || !strings.Contains(told, x.differ) {
			t.Errorf("%s: %d documents, %q", name, report.Documents, told)
		}
	}
}
