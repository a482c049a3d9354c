package app_test

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/sourcing"
)

// The files that belong to what is asked, in every activity: read by its authors and, once published, by whoever may
// see it; fixed by the publishing to the byte; copied with it.
func TestAttachmentsOfWhatIsAsked(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := listen(t, 1)
			ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
			c := w.Author(p, pumps)
			add := func(a access.Actor, id uuid.UUID, name string, data []byte) error {
				return w.Sourcing.AddAttachment(ctx, a, org, c.ID, id, name, data)
			}
			id := uuid.New()
			before, err := w.Sourcing.Category(ctx, officer, org, c.ID)
			w.Must(err)
			w.Must(add(officer, id, "ሥዕሎች «plan»/../terms.pdf", story.PDF))
			w.Must(add(officer, id, "ሥዕሎች «plan»/../terms.pdf", story.PDF))
			w.Is(add(officer, id, "again.pdf", story.PDF), journal.KeyReused)
			w.Is(add(officer, id, "ሥዕሎች «plan»/../terms.pdf", append(slices.Clone(story.PDF), '\n')), journal.KeyReused)
			w.Is(add(officer, uuid.New(), "x.exe", story.PDF), document.TypeRefused)
			w.Is(add(officer, uuid.New(), "x.pdf", nil), fault.Invalid)
			w.Is(add(officer, uuid.New(), "x.pdf", make([]byte, sourcing.MaxAttachment+1)), fault.Invalid)
			w.Is(add(officer, uuid.New(), strings.Repeat("x", 300)+".pdf", story.PDF), fault.Invalid)
			nobody := officer
			nobody.Privileges = nil
			w.Is(add(nobody, uuid.New(), "x.pdf", story.PDF), fault.Forbidden)
			w.Is(add(w.Bidders[0], uuid.New(), "x.pdf", story.PDF), fault.Forbidden)
			got, err := w.Sourcing.Category(ctx, officer, org, c.ID)
			w.Must(err)
			if len(got.Attachments) != 1 || got.Attachments[0].ID != id || got.Attachments[0].Size != int64(len(story.PDF)) {
				t.Fatalf("it has %+v", got.Attachments)
			}
			if hex.EncodeToString(got.Hash()) == hex.EncodeToString(before.Hash()) {
				t.Error("what is published would say nothing of its files")
			}
			_, err = w.Sourcing.SupplierAttachment(ctx, w.Bidders[0], c.ID, id)
			w.Is(err, sourcing.CategoryNotFound) // still a draft
			if !p.Has(sourcing.Live) {           // the job of an auction has one category
				copied, err := w.Sourcing.Duplicate(ctx, officer, org, c.ID, nil)
				w.Must(err)
				twin, err := w.Sourcing.Category(ctx, officer, org, copied)
				w.Must(err)
				if len(twin.Attachments) != 1 || twin.Attachments[0].ID == id || twin.Attachments[0].Name != got.Attachments[0].Name {
					t.Errorf("a copy has %+v", twin.Attachments)
				}
				w.Is(w.Sourcing.AddAttachment(ctx, officer, org, copied, id, "x.pdf", story.PDF), document.Missing) // it is the other's
				w.Must(w.Sourcing.RemoveAttachment(ctx, officer, org, copied, twin.Attachments[0].ID))
				w.Is(w.Sourcing.RemoveAttachment(ctx, officer, org, copied, twin.Attachments[0].ID), document.Missing)
				_, err = w.Sourcing.Attachment(ctx, officer, org, copied, id)
				w.Is(err, document.Missing)
			}
			for range sourcing.MaxAttachments - 1 {
				w.Must(add(officer, uuid.New(), "x.pdf", story.PDF))
			}
			w.Is(add(officer, uuid.New(), "x.pdf", story.PDF), sourcing.EnoughAttachments)
			w.Must(c.TryPublish(officer))
			d, err := w.Sourcing.SupplierAttachment(ctx, w.Bidders[0], c.ID, id)
			if err != nil || d.MediaType != "application/pdf" || string(d.Bytes) != string(story.PDF) {
				t.Errorf("%s, %v", d.MediaType, err)
			}
			w.SetClock(story.Noon.Add(time.Minute))
			w.Is(add(officer, uuid.New(), "late.pdf", story.PDF), sourcing.Published)
			w.Is(w.Sourcing.RemoveAttachment(ctx, officer, org, c.ID, id), sourcing.Published)
		})
	}
}
