package app_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// archive is the papers of a category's first section, as somebody takes them.
func archive(c *story.Category, a access.Actor, section uuid.UUID) (evaluationsvc.Archived, []byte, error) {
	var b bytes.Buffer
	in := evaluationsvc.Papers{Owner: c.Officer.Org, Category: c.ID, Section: section}
	got, err := c.Evaluation.Archive(c.Context(), a, in, &b, func(int64, int64) error { return nil })
	return got, b.Bytes(), err
}

// sections are the top sections of a category, by their names.
func sections(c *story.Category) map[string]uuid.UUID {
	c.Helper()
	d, err := c.Sourcing.Category(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	out := map[string]uuid.UUID{}
	for _, s := range d.Sections {
		out[s.Name] = s.ID
	}
	return out
}

// In every activity that asks for documents and whose bids people open: an archive holds
// those that its reader may open now, under names that lead nowhere, with their sums; a
// document that the store has lost is told and no more. Nobody takes one before the
// opening, undeclared, with an interest, or without the right.
func TestAnArchiveHoldsWhatItsReaderMayOpen(t *testing.T) {
	t.Parallel()
	hostile := "ፈቃድ «1»: \"x\".pdf"
	for _, p := range sourcing.Policies {
		if !p.Has(sourcing.Criteria) || p.Has(sourcing.Live) {
			continue
		}
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := listen(t, 2)
			terms := pumps
			terms.Without = []sourcing.StepName{}
			terms.Sections = append([]story.Section{{
				Section:   sourcing.Section{Name: "Words alone"},
				Questions: []sourcing.Question{{Prompt: "Anything else", Response: sourcing.Text}},
			}}, terms.Sections...)
			c := w.Publish(p, terms)
			for _, a := range w.Bidders {
				c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": hostile}, map[string]string{"1": "5"})
				c.Submit(a)
			}
			at := sections(c)
			for _, who := range []access.Actor{w.Officer, w.Bidders[0]} {
				if _, _, err := archive(c, who, at["Experience"]); err == nil {
					t.Error("an archive of what is sealed")
				}
			}
			c.Close()
			c.Open()
			_ = c.TryDeclare(w.Officer, opening.InterestNone) // where there is somebody to declare
			_ = c.TryDeclareChecker(w.Officer, opening.InterestNone)
			got, raw, err := archive(c, w.Officer, at["Experience"])
			w.Must(err)
			if got.Files != 2 || got.Missing != 0 || got.Bytes != int64(2*len(story.PDF)) {
				t.Errorf("%+v", got)
			}
			r, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
			w.Must(err)
			manifest := ""
			for _, f := range r.File {
				if !fs.ValidPath(f.Name) || strings.ContainsAny(f.Name, "\\:") {
					t.Errorf("%q leads elsewhere", f.Name)
				}
				body, err := f.Open()
				w.Must(err)
				data, err := io.ReadAll(body)
				w.Must(err)
				if f.Name == "manifest.txt" {
					manifest = string(data)
				} else if !bytes.Equal(data, story.PDF) || !strings.HasSuffix(f.Name, "/Licence/ፈቃድ «1»- -x-.pdf") {
					t.Errorf("%q has %d bytes", f.Name, len(data))
				}
			}
			want := sha256.Sum256(story.PDF)
			if sums := strings.Count(manifest, hex.EncodeToString(want[:])); sums != 2 || len(r.File) != 3 {
				t.Errorf("%d files, and a manifest of %q", len(r.File), manifest)
			}
			_, _, err = archive(c, w.Officer, at["Words alone"])
			w.Is(err, evaluationsvc.NoPapers)
			_, _, err = archive(c, w.Bidders[0], at["Experience"])
			w.Is(err, fault.Forbidden)
			nobody := w.Officer
			nobody.Privileges = nil
			_, _, err = archive(c, nobody, at["Experience"])
			w.Is(err, fault.Forbidden)
			if p.Steps&(sourcing.Evaluation|sourcing.QA) != 0 {
				if _, _, err := archive(c, w.Second, at["Experience"]); !is(err, evaluationsvc.NotDeclared, assurance.NotDeclared) {
					t.Errorf("undeclared: %v", err)
				}
				_ = c.TryDeclare(w.Second, opening.InterestRecused)
				_ = c.TryDeclareChecker(w.Second, opening.InterestRecused)
				if _, _, err := archive(c, w.Second, at["Experience"]); !is(err, evaluationsvc.Recused, assurance.Recused) {
					t.Errorf("apart: %v", err)
				}
			}
			var key string
			w.Must(w.DB.QueryRow(w.Context(), "SELECT store_key FROM bid_file ORDER BY id LIMIT 1").Scan(&key))
			w.Must(w.Files.Delete(w.Context(), key))
			if got, _, err = archive(c, w.Officer, at["Experience"]); err != nil || got.Files != 1 || got.Missing != 1 {
				t.Errorf("with one lost: %+v, %v", got, err)
			}
		})
	}
}

func is(err error, any ...*fault.Def) bool {
	for _, want := range any {
		if err != nil && fault.As(err).Code == want.Code {
			return true
		}
	}
	return false
}
