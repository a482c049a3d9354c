package sourcingsvc_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

func TestSuppliersBrowse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	f := form()
	f.Name = "Pumps"
	_, first := w.published(f)
	f.Name, f.ClosesAt = "Valves", f.ClosesAt.Add(time.Hour)
	_, second := w.published(f)
	f.Name, f.InvitedOnly = "Turbines", true
	f.ClosesAt = f.ClosesAt.Add(time.Hour)
	job, third := w.published(f)
	draft, _, _, _ := w.category(w.job(sourcing.Tender, "draft"), form())
	_, err := w.svc.Invite(ctx, w.buyer, w.buyer.Org, third, []uuid.UUID{w.supplier.Org})
	w.must(err)
	ids := func(list []sourcingsvc.OpenCategory) (out []uuid.UUID) {
		for _, c := range list {
			out = append(out, c.ID)
		}
		return out
	}
	page, err := w.svc.OpenCategories(ctx, w.supplier, sourcingsvc.OpenFilter{}, "", 2)
	w.must(err)
	if got := ids(page.Items); len(got) != 2 || got[0] != first || got[1] != second || page.Total != 3 {
		t.Fatalf("%v of %d", got, page.Total)
	}
	page, err = w.svc.OpenCategories(ctx, w.supplier, sourcingsvc.OpenFilter{}, page.Next, 2)
	w.must(err)
	if got := ids(page.Items); len(got) != 1 || got[0] != third || !page.Items[0].Invited || page.Next != "" {
		t.Fatalf("%+v", page)
	}
	for _, x := range []struct {
		f sourcingsvc.OpenFilter
		n int
	}{{sourcingsvc.OpenFilter{}, 2}, {sourcingsvc.OpenFilter{Search: "valv"}, 1}, {sourcingsvc.OpenFilter{Search: "turbines"}, 0},
		{sourcingsvc.OpenFilter{Activities: []sourcing.Activity{sourcing.RFQ}}, 0}, {sourcingsvc.OpenFilter{Buyer: &w.buyer.Org}, 2}, {sourcingsvc.OpenFilter{Buyer: &w.rival.Org}, 0}} {
		page, err := w.svc.OpenCategories(ctx, w.other, x.f, "", 9)
		w.must(err)
		if len(page.Items) != x.n || page.Total != x.n {
			t.Errorf("%+v: %d", x.f, len(page.Items))
		}
	}
	// A day is that of the job, in the list and in its count: this closes on the next one there.
	w.exec("UPDATE job SET timezone = 'Pacific/Kiritimati' WHERE id = $1", job)
	zone, err := time.LoadLocation("Pacific/Kiritimati")
	w.must(err)
	there := f.ClosesAt.In(zone)
	if there.Day() == f.ClosesAt.UTC().Day() {
		t.Fatalf("%s is of one day everywhere", f.ClosesAt)
	}
	for add, want := range map[int]int{-1: 0, 0: 1, 1: 0} {
		of := time.Date(there.Year(), there.Month(), there.Day()+add, 0, 0, 0, 0, time.UTC)
		page, err := w.svc.OpenCategories(ctx, w.supplier, sourcingsvc.OpenFilter{Job: &job, Closes: day.Span{First: &of, Last: &of}}, "", 9)
		w.must(err)
		if len(page.Items) != want || page.Total != want {
			t.Errorf("%d listed of %d that close on %s, want %d", len(page.Items), page.Total, of.Format(time.DateOnly), want)
		}
	}
	// What fits is what a supplier has named, and what it is invited to.
	w.exec("UPDATE category SET category_type_id = (SELECT id FROM category_type ORDER BY id LIMIT 1) WHERE id = $1", second)
	w.exec("INSERT INTO company_category_type (company_id, category_type_id) SELECT $1, category_type_id FROM category WHERE id = $2", w.supplier.Org, second)
	for _, x := range []struct {
		a    access.Actor
		want []uuid.UUID
	}{{w.supplier, []uuid.UUID{second, third}}, {w.other, nil}} {
		page, err := w.svc.OpenCategories(ctx, x.a, sourcingsvc.OpenFilter{Fitting: true}, "", 9)
		w.must(err)
		if got := ids(page.Items); !slices.Equal(got, x.want) || page.Total != len(x.want) {
			t.Errorf("%s: %v of %d", x.a.Name, got, page.Total)
		}
	}
	_, err = w.svc.SupplierPreview(ctx, w.other, third)
	w.is(err, sourcing.NotInvited)
	_, err = w.svc.SupplierPreview(ctx, w.supplier, draft)
	w.is(err, sourcing.CategoryNotFound)
	for a, n := range map[uuid.UUID]int{w.supplier.Org: 3, w.other.Org: 2} {
		actor := w.supplier
		actor.Org = a
		companies, err := w.svc.OpenCompanies(ctx, actor, "nakuru", "", 5)
		w.must(err)
		if len(companies.Items) != 1 || companies.Items[0].Categories != n || companies.Items[0].Jobs != n {
			t.Errorf("%+v", companies.Items)
		}
	}
	more, _, _, _ := w.category(job, f)
	w.must(w.svc.Publish(ctx, w.buyer, w.buyer.Org, more))
	companies, err := w.svc.OpenCompanies(ctx, w.supplier, "", "", 5)
	w.must(err)
	if c := companies.Items[0]; c.Jobs != 3 || c.Categories != 3 { // more of a job is the same job; to this one nobody is invited
		t.Errorf("%+v", c)
	}
	_, err = w.svc.Invite(ctx, w.buyer, w.buyer.Org, more, []uuid.UUID{w.supplier.Org})
	w.must(err)
	companies, err = w.svc.OpenCompanies(ctx, w.supplier, "", "", 5)
	if err != nil || companies.Items[0].Jobs != 3 || companies.Items[0].Categories != 4 {
		t.Errorf("%+v, %v", companies.Items, err)
	}
	w.must(w.svc.CancelCategory(ctx, w.buyer, w.buyer.Org, first, "Gone"))
	_, err = w.svc.SupplierPreview(ctx, w.supplier, first)
	w.is(err, sourcing.NoPreview)
}

// What closes on a day is found by that day where the tender is, and its count agrees:
// half past midnight in Nairobi is still the day before in Greenwich.
func TestWhatClosesOnADayIsFoundByTheDayOfItsJob(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := form()
	f.ClosesAt = time.Date(2026, 11, 25, 21, 30, 0, 0, time.UTC)
	_, early := w.published(f)
	f.ClosesAt = time.Date(2026, 11, 26, 20, 59, 0, 0, time.UTC)
	_, late := w.published(f)
	for _, x := range []struct {
		first, last day.Day
		want        []uuid.UUID
	}{
		{"2026-11-26", "2026-11-26", []uuid.UUID{early, late}},
		{"2026-11-26", "", []uuid.UUID{early, late}},
		{"", "2026-11-26", []uuid.UUID{early, late}},
		{"2026-11-25", "2026-11-25", nil},
		{"", "2026-11-25", nil},
		{"2026-11-27", "", nil},
	} {
		page, err := w.svc.OpenCategories(t.Context(), w.supplier, sourcingsvc.OpenFilter{Closes: day.Between(x.first, x.last, "UTC")}, "", 9)
		w.must(err)
		var got []uuid.UUID
		for _, c := range page.Items {
			got = append(got, c.ID)
		}
		if !slices.Equal(got, x.want) || page.Total != len(x.want) {
			t.Errorf("from %q to %q: %v of %d, want %v", x.first, x.last, got, page.Total, x.want)
		}
	}
}

// How much a question counts is told with it; which answer earns what is nobody's to
// know before, nor what has to be reached, nor what is checked.
func TestAPreviewTellsWhatAQuestionCountsAndNoMore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := form()
	f.InvitedOnly = true
	job, category := w.published(f)
	_, err := w.svc.Invite(t.Context(), w.buyer, w.buyer.Org, category, []uuid.UUID{w.supplier.Org})
	w.must(err)
	w.exec(`INSERT INTO job_document (id, job_id, buyer_id, title, kind, url, added_at)
		VALUES (gen_random_uuid(), $1, $2, 'Notice', 'tenderNotice', 'https://example.org/n.pdf', now())`, job, w.buyer.Org)
	pgtest.Advance(t, w.db, time.Minute)
	for range 2 {
		p, err := w.svc.SupplierPreview(t.Context(), w.supplier, category)
		w.must(err)
		x := p.Questions[0]
		if p.BuyerName != "County of Nakuru" || len(p.Items) != 1 || len(x.Options) != 2 || x.Options[0].Score != nil || x.MinScore != nil || x.Bands != nil || x.Scored || x.QA || x.DD ||
			x.MaxScore == nil || x.MaxScore.Short() != "10" || p.Content.Invited != 0 ||
			len(p.Documents) != 1 || p.Documents[0].URL != "https://example.org/n.pdf" {
			t.Fatalf("%+v", p)
		}
	}
	list, err := w.svc.Invitations(t.Context(), w.buyer, w.buyer.Org, category, sourcingsvc.InvitedFilter{}, "", 5)
	w.must(err)
	if list.Total != 1 || list.Items[0].ViewedAt == nil || !list.Items[0].ViewedAt.Equal(noon.Add(time.Minute)) {
		t.Errorf("%+v", list)
	}
	if n := w.text(`SELECT count(*)::text FROM audit_entry WHERE action = 'sourcing.invitation.viewed'`); n != "1" {
		t.Error(n, "entries")
	}
	own, err := w.svc.Preview(t.Context(), w.buyer, w.buyer.Org, category)
	w.must(err)
	if own.Questions[0].MaxScore == nil || own.Questions[0].Options[0].Score != nil || own.BuyerName != "County of Nakuru" {
		t.Errorf("%+v", own)
	}
}

// What a category is thought to be worth is for its buyer's people alone, wherever it
// stands: after the bids comes a round of negotiation.
func TestNobodyWhoBidsReadsTheEstimate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	worth := money.New(500_000, 0)
	f := form()
	f.Estimate = &worth
	_, category := w.published(f)
	shown := 0
	for _, status := range sourcing.Statuses {
		w.exec("UPDATE category SET status = $1 WHERE id = $2", string(status), category)
		own, err := w.svc.Category(t.Context(), w.buyer, w.buyer.Org, category)
		if w.must(err); own.Category.Estimate == nil || !own.Category.Estimate.Equal(worth) {
			t.Errorf("%s: its buyer reads %v", status, own.Category.Estimate)
		}
		as, err := w.svc.Preview(t.Context(), w.buyer, w.buyer.Org, category)
		if w.must(err); as.Category.Estimate != nil {
			t.Errorf("%s: bidders would read %s", status, as.Category.Estimate)
		}
		p, err := w.svc.SupplierPreview(t.Context(), w.supplier, category)
		if err != nil {
			continue
		}
		if shown++; p.Category.Estimate != nil {
			t.Errorf("%s: a bidder reads %s", status, p.Category.Estimate)
		}
	}
	if shown < 2 {
		t.Errorf("bidders see it in %d statuses", shown)
	}
}

func TestInvitations(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	f := form()
	_, category := w.published(f)
	_, err := w.svc.Invite(ctx, a, owner, category, nil)
	w.field(err, "/supplier_ids", fault.Required)
	_, err = w.svc.Invite(ctx, a, owner, category, []uuid.UUID{w.rival.Org, uuid.New()})
	w.field(err, "/supplier_ids", fault.Unknown)
	sent := func(want int, passed map[uuid.UUID]sourcing.NotInvitedWhy, suppliers ...uuid.UUID) {
		t.Helper()
		got, err := w.svc.Invite(ctx, a, owner, category, suppliers)
		w.must(err)
		why := map[uuid.UUID]sourcing.NotInvitedWhy{}
		for _, p := range got.Passed {
			why[p.Supplier] = p.Why
		}
		if got.Added != want || !maps.Equal(why, passed) {
			t.Errorf("%d are invited, and not %v; want %d, and not %v", got.Added, why, want, passed)
		}
	}
	sent(1, map[uuid.UUID]sourcing.NotInvitedWhy{w.rival.Org: sourcing.WhyInactive}, w.supplier.Org, w.supplier.Org, w.rival.Org)
	sent(1, map[uuid.UUID]sourcing.NotInvitedWhy{w.supplier.Org: sourcing.WhyAlready}, w.supplier.Org, w.other.Org)
	sent(0, map[uuid.UUID]sourcing.NotInvitedWhy{w.supplier.Org: sourcing.WhyAlready, w.rival.Org: sourcing.WhyInactive}, w.supplier.Org, w.rival.Org)
	pick := newID()
	w.exec(`UPDATE company SET country = 'UG' WHERE id = $1`, w.other.Org)
	w.exec(`INSERT INTO company_category_type SELECT $1, id FROM category_type WHERE position = 1`, w.supplier.Org)
	var kind uuid.UUID
	w.must(w.db.QueryRow(ctx, `SELECT id FROM category_type WHERE position = 1`).Scan(&kind))
	for _, x := range []struct {
		f sourcingsvc.SupplierFilter
		n int
	}{{sourcingsvc.SupplierFilter{}, 2}, {sourcingsvc.SupplierFilter{Search: "upepo"}, 1}, {sourcingsvc.SupplierFilter{Countries: []geo.Code{"UG"}}, 1},
		{sourcingsvc.SupplierFilter{CategoryType: &kind}, 1}, {sourcingsvc.SupplierFilter{CategoryType: &pick}, 0}} {
		page, err := w.svc.Invitable(ctx, a, owner, category, x.f, "", 5)
		w.must(err)
		if len(page.Items) != x.n || (x.n > 0 && !page.Items[0].Invited) {
			t.Errorf("%+v: %+v", x.f, page.Items)
		}
	}
	_, next := w.published(f)
	w.exec(`UPDATE company SET status = 'deactivated' WHERE id = $1`, w.other.Org)
	_, err = w.svc.Invite(ctx, a, owner, next, []uuid.UUID{w.other.Org})
	w.field(err, "/supplier_ids", fault.Unknown)
	page, err := w.svc.Invitable(ctx, a, owner, next, sourcingsvc.SupplierFilter{}, "", 5)
	if err != nil || len(page.Items) != 1 || page.Items[0].Invited {
		t.Errorf("%+v, %v", page.Items, err)
	}
	w.exec(`UPDATE company SET status = 'active' WHERE id = $1`, w.other.Org)
	pgtest.SetClock(t, w.db, f.ClosesAt)
	_, err = w.svc.Invite(ctx, a, owner, category, []uuid.UUID{w.other.Org})
	w.is(err, sourcing.CategoryClosed)
}

// Categories of a job often close at one moment: page by page a supplier is told of each of
// them once, whatever they are called and however long a page is.
func TestPagesHoldEachOfThoseThatCloseTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := form()
	var want []uuid.UUID
	for _, name := range []string{"Valves", "Pumps", "Turbines", "Hoses", "Lamps"} {
		f.Name = name
		_, id := w.published(f)
		want = append(want, id)
	}
	slices.SortFunc(want, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	for limit := range len(want) + 1 {
		var got []uuid.UUID
		after := ""
		for {
			page, err := w.svc.OpenCategories(t.Context(), w.supplier, sourcingsvc.OpenFilter{}, after, limit+1)
			w.must(err)
			for _, c := range page.Items {
				got = append(got, c.ID)
			}
			if after = page.Next; after == "" || len(got) > len(want) {
				break
			}
		}
		slices.SortFunc(got, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
		if !slices.Equal(got, want) {
			t.Errorf("in pages of %d: %v, want %v", limit+1, got, want)
		}
	}
}
