package document

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// conform holds a store against a map, over random commands.
func conform(t *testing.T, s Store) {
	var run atomic.Int64
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		model, prefix := map[string][]byte{}, "run"+strconv.FormatInt(run.Add(1), 10)+"-key-"
		key := rapid.Custom(func(t *rapid.T) string { return prefix + strconv.Itoa(rapid.IntRange(0, 3).Draw(t, "key")) })
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				k, b := key.Draw(t, "key"), rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "content")
				err := s.Put(ctx, k, bytes.NewReader(b), int64(len(b)))
				if _, taken := model[k]; taken {
					if !errors.Is(err, ErrExists) {
						t.Fatalf("a second write: %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				model[k] = b
			},
			"read": func(t *rapid.T) {
				k := key.Draw(t, "key")
				want, there := model[k]
				from := rapid.Int64Range(0, 310).Draw(t, "from")
				n := rapid.Int64Range(-1, 310).Draw(t, "length")
				r, err := s.Open(ctx, k, from, n)
				if !there {
					if !errors.Is(err, Missing) {
						t.Fatalf("a missing one: %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(r)
				_ = r.Close()
				want = want[min(from, int64(len(want))):]
				if n >= 0 {
					want = want[:min(n, int64(len(want)))]
				}
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%d bytes from %d: %q, want %q, %v", n, from, got, want, err)
				}
			},
			"stat": func(t *rapid.T) {
				k := key.Draw(t, "key")
				i, err := s.Stat(ctx, k)
				if b, there := model[k]; there && (err != nil || i.Size != int64(len(b))) || !there && !errors.Is(err, Missing) {
					t.Fatalf("%v %v", i, err)
				}
			},
			"delete": func(t *rapid.T) {
				k := key.Draw(t, "key")
				if err := s.Delete(ctx, k); err != nil {
					t.Fatal(err)
				}
				delete(model, k)
			},
		})
	})
	for _, size := range []int64{0, 6, 8} {
		if err := s.Put(t.Context(), "of-wrong-size", strings.NewReader("content"), size); err == nil {
			t.Errorf("7 bytes are accepted as %d", size)
		}
		if _, err := s.Stat(t.Context(), "of-wrong-size"); !errors.Is(err, Missing) {
			t.Errorf("refused, and there: %v", err)
		}
	}
	for _, k := range []string{"", "short", "../../etc/passwd", "a/b/c/d/e/f", "with space", ".hidden-name", strings.Repeat("k", 300)} {
		if err := s.Put(t.Context(), k, strings.NewReader(""), 0); err == nil {
			t.Errorf("%q is a key", k)
		}
	}
}
