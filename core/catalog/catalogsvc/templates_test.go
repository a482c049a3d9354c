package catalogsvc_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/catalogsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
)

// A buyer's templates with their versions: what is refused, what is written down, what
// stands in which list.
func TestTheTemplatesOfABuyer(t *testing.T) {
	t.Parallel()
	w := newTeller(t, 1)
	ctx, svc := w.Context(), w.Catalog
	file := func(name, text string) catalogsvc.File {
		return catalogsvc.File{Name: name, Bytes: []byte("%PDF-1.4 " + text)}
	}
	terms := catalog.Template{Name: " Terms ", Category: "contract", Description: "General"}
	create := func(what string, x catalog.Template, f catalogsvc.File) uuid.UUID {
		t.Helper()
		id, err := svc.CreateTemplate(ctx, w.Officer, x, f)
		if err == nil {
			w.Name(id, what)
		}
		w.Refused("template "+what, err)
		w.Account.Log()
		return id
	}
	done := func(what string, err error) {
		t.Helper()
		w.Refused(what, err)
		w.Account.Log()
	}
	list := func(what string, f catalogsvc.TemplateFilter) {
		t.Helper()
		rows, err := svc.Templates(ctx, w.Officer, f)
		w.Tell("templates "+what, rows, err)
	}
	first := create("terms", terms, file("terms.pdf", "one"))
	create("with its name", catalog.Template{Name: "TERMS", Category: "letter"}, file("a.pdf", ""))
	create("without a file", catalog.Template{Name: "N", Category: "letter"}, catalogsvc.File{Name: "a.pdf"})
	create("with another file than it says", catalog.Template{Name: "N", Category: "letter"}, catalogsvc.File{Name: "a.pdf", Bytes: []byte("MZ")})
	create("too large", catalog.Template{Name: "N", Category: "letter"}, catalogsvc.File{Name: "a.pdf", Bytes: append([]byte("%PDF-1.4"), make([]byte, catalog.MaxTemplate-7)...)})
	create("of no category", catalog.Template{Name: "N"}, file("a.pdf", ""))
	pgtest.Advance(t, w.DB, 24*time.Hour)
	second := create("letter", catalog.Template{Name: "Letter", Category: "letter"}, catalogsvc.File{Name: "large.pdf", Bytes: append([]byte("%PDF-1.4"), make([]byte, catalog.MaxTemplate-8)...)})
	done("a version", svc.AddVersion(ctx, w.Officer, first, file("terms 2.pdf", "two, longer"), " Clause 7 "))
	done("a version without a file", svc.AddVersion(ctx, w.Officer, first, catalogsvc.File{}, ""))
	done("a version with a long note", svc.AddVersion(ctx, w.Officer, first, file("a.pdf", ""), string(make([]byte, 501))))
	done("takes the other's name", svc.UpdateTemplate(ctx, w.Officer, second, terms))
	done("no name", svc.UpdateTemplate(ctx, w.Officer, second, catalog.Template{}))
	done("changes", svc.UpdateTemplate(ctx, w.Officer, second, catalog.Template{Name: "Regret", Category: "other", Description: "D"}))
	versions, err := svc.Versions(ctx, w.Officer, first)
	w.Tell("versions", versions, err)
	list("in use", catalogsvc.TemplateFilter{})
	list("by category", catalogsvc.TemplateFilter{Categories: []catalog.TemplateCategory{"contract", "letter"}})
	list("by name", catalogsvc.TemplateFilter{Search: "egre"})
	list("by day", catalogsvc.TemplateFilter{Updated: day.Between("2026-11-24", "2026-11-24", "UTC"), Categories: []catalog.TemplateCategory{"contract"}})
	list("of the day before", catalogsvc.TemplateFilter{Updated: day.Between("", "2026-11-23", "UTC")})
	list("of the day after", catalogsvc.TemplateFilter{Updated: day.Between("2026-11-25", "", "UTC")})
	pgtest.Advance(t, w.DB, time.Hour)
	done("archives", svc.Archive(ctx, w.Officer, first, true))
	done("a version of the archived", svc.AddVersion(ctx, w.Officer, first, file("a.pdf", ""), ""))
	done("changes the archived", svc.UpdateTemplate(ctx, w.Officer, first, terms))
	third := create("terms anew", terms, file("terms.pdf", "three"))
	done("restores", svc.Archive(ctx, w.Officer, first, false))
	list("in use", catalogsvc.TemplateFilter{})
	list("all", catalogsvc.TemplateFilter{Archived: true})
	done("archives the new", svc.Archive(ctx, w.Officer, third, true))
	done("restores", svc.Archive(ctx, w.Officer, first, false))
	list("in use", catalogsvc.TemplateFilter{})
	for _, number := range []int{0, 1, 2, 3} {
		d, err := svc.TemplateFile(ctx, w.Officer, first, number)
		w.Tell("file", string(d.Bytes), err)
	}
	_, err = svc.Versions(ctx, w.Officer, uuid.Max)
	w.Refused("versions of nothing", err)
	w.Golden("testdata/templates.golden", *update)

	stranger := w.Officer
	stranger.Org = uuid.Nil
	for name, a := range map[string]access.Actor{"supplier": w.Bidders[0], "operator": w.staff, "of no company": stranger, "without the privilege": without(w.Officer, access.ManageDocuments)} {
		_, list := svc.Templates(ctx, a, catalogsvc.TemplateFilter{})
		_, versions := svc.Versions(ctx, a, first)
		_, read := svc.TemplateFile(ctx, a, first, 1)
		_, create := svc.CreateTemplate(ctx, a, catalog.Template{Name: "N", Category: "letter"}, file("a.pdf", ""))
		reads := []error{list, versions, read}
		if name == "without the privilege" {
			if errors.Join(reads...) != nil {
				t.Error(name, reads)
			}
			reads = nil
		}
		for i, err := range append(reads, create, svc.AddVersion(ctx, a, first, file("a.pdf", ""), ""), svc.UpdateTemplate(ctx, a, first, terms), svc.Archive(ctx, a, first, true)) {
			if !errors.Is(err, fault.Forbidden) {
				t.Error(name, i, err)
			}
		}
	}
}
