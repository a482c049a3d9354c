package reportsvc_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// noon is where the clock of the database stands.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// A desk is a database with two buyers, an operator and three suppliers.
type desk struct {
	*testing.T
	db                *pgxpool.Pool // as the owner, to put rows where row-level walls stand
	svc               *reportsvc.Service
	buyer, rival, qed access.Actor
	suppliers         []uuid.UUID
	codes             int
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	app := pgtest.New(t)
	pgtest.SetClock(t, app, noon)
	d := &desk{T: t, db: pgtest.As(t, app, ""), svc: reportsvc.New(app)}
	d.buyer = d.actor("buyer", "County of Nakuru", access.Buyer)
	d.rival = d.actor("buyer", "Rift Water", access.Buyer)
	d.qed = d.actor("operator", "Zabuni", access.Operator)
	for _, name := range []string{"Mwanzo Supplies", "Upepo Works", "Jua Kali"} {
		d.suppliers = append(d.suppliers, d.actor("supplier", name, access.Supplier).Org)
	}
	return d
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) exec(sql string, args ...any) {
	d.Helper()
	_, err := pgtest.Do(d.Context(), d.db, sql, args...)
	d.must(err)
}

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func (d *desk) actor(kind, name string, t access.UserType) access.Actor {
	a := access.Actor{User: newID(), Org: newID(), Type: t, Name: name, Privileges: access.Titles[t]}
	d.exec(`INSERT INTO company (id, kind, name, country, created_at) VALUES ($1, $2, $3, 'KE', $4)`, a.Org, kind, name, noon)
	d.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
		VALUES ($1, $2, $3, $4, 'Amina', 'Otieno', 'active', $5)`, a.User, a.Org, string(t), a.User.String()+"@example.org", noon)
	return a
}

// A lot says how a category of a job of its own stands.
type lot struct {
	by       access.Actor
	activity sourcing.Activity
	job      sourcing.JobStatus
	status   sourcing.Status
	closed   time.Time // zero: still open, until tomorrow
	bids     []int     // indexes of suppliers
	passed   int       // so many of them, the first ones
	amount   string    // awarded to the first bidder
	currency string    // empty: KES
	awarded  time.Time
}

func (d *desk) lot(l lot) (job, category uuid.UUID) {
	d.Helper()
	job, category = newID(), newID()
	d.codes++
	code := string(l.activity) + "/" + newID().String()
	if l.activity == "" {
		l.activity = sourcing.Tender
	}
	if l.currency == "" {
		l.currency = "KES"
	}
	d.exec(`INSERT INTO job (id, buyer_id, activity, reference, code, title, regime, timezone, status, owner_id, created_at)
		VALUES ($1, $2, $3, $4, $4, $5, 'private-default', 'Africa/Nairobi', $6, $7, $8)`,
		job, l.by.Org, string(l.activity), code, "Works", string(l.job), l.by.User, noon.Add(time.Duration(d.codes)*time.Minute))
	closes, closed, count := noon.Add(24*time.Hour), (*time.Time)(nil), (*int)(nil)
	if !l.closed.IsZero() {
		n := len(l.bids)
		closes, closed, count = l.closed, &l.closed, &n
	}
	d.exec(`INSERT INTO category (id, job_id, buyer_id, activity, number, reference, name, currency, opens_at, closes_at, openers, status, closed_at, closing_count, created_at)
		VALUES ($1, $2, $3, $4, '1', $5, $6, $13, $7, $8, 2, $9, $10, $11, $12)`,
		category, job, l.by.Org, string(l.activity), code, "Pumps", closes.Add(-72*time.Hour), closes, string(l.status), closed, count, noon, l.currency)
	for i, n := range l.bids {
		part, sub, supplier := newID(), newID(), d.suppliers[n]
		d.exec(`INSERT INTO participation (id, category_id, buyer_id, supplier_id, status, draft_key, paid_at, created_at, latest_version)
			VALUES ($1, $2, $3, $4, 'submitted', '', $5, $5, 1)`, part, category, l.by.Org, supplier, noon)
		d.exec(`INSERT INTO submission (id, participation_id, category_id, buyer_id, supplier_id, version, received_at, submitted_by, receipt, receipt_nonce, log_index)
			VALUES ($1, $2, $3, $4, $5, 1, $6, $5, 'r', '', 0)`, sub, part, category, l.by.Org, supplier, closes.Add(-time.Duration(i+1)*time.Hour))
		if l.status == sourcing.Open || l.status == sourcing.Closed {
			continue
		}
		d.exec(`INSERT INTO opened_bid (submission_id, category_id, buyer_id, supplier_id, opened_at, position) VALUES ($1, $2, $3, $4, $5, $6)`,
			sub, category, l.by.Org, supplier, noon, i)
		outcome := "fail"
		if i < l.passed {
			outcome = "pass"
		}
		d.exec(`INSERT INTO bid_result (submission_id, category_id, buyer_id, supplier_id, technical, technical_pass, outcome, explanation, computed_at)
			VALUES ($1, $2, $3, $4, 80, true, $5, '[]', $6)`, sub, category, l.by.Org, supplier, outcome, noon)
		if i == 0 && l.amount != "" {
			won := newID()
			d.exec(`INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
				VALUES ($1, $2, $3, $4, $7, $5, $6, $6)`, won, category, job, l.by.Org, l.by.User, l.awarded, l.currency)
			d.exec(`INSERT INTO award_line (award_id, category_id, buyer_id, position, submission_id, supplier_id, amount)
				VALUES ($1, $2, $3, 0, $4, $5, $6)`, won, category, l.by.Org, sub, supplier, l.amount)
		}
	}
	return job, category
}

func days(n int) time.Time { return noon.AddDate(0, 0, n) }

func TestFiguresOfOneBuyer(t *testing.T) {
	d := newDesk(t)
	d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: sourcing.Open, bids: []int{0, 1}})
	d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: sourcing.Closed, closed: days(-2), bids: []int{0, 1, 2}})
	d.lot(lot{by: d.buyer, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), bids: []int{1}, passed: 1, amount: "1250000.50", awarded: days(-30)})
	// Two days earlier by UTC it is October already in Nairobi: the month is the job's.
	d.lot(lot{by: d.buyer, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-60), bids: []int{0, 2}, passed: 1, amount: "1000", awarded: time.Date(2026, 9, 30, 22, 0, 0, 0, time.UTC)})
	// What is sold is no spend, and an old award is not of the period.
	d.lot(lot{by: d.buyer, activity: sourcing.AssetDisposal, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), bids: []int{2}, passed: 1, amount: "77", awarded: days(-30)})
	d.lot(lot{by: d.buyer, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-800), bids: []int{2}, passed: 1, amount: "99", awarded: days(-790)})
	d.lot(lot{by: d.rival, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), bids: []int{0, 1, 2}, passed: 1, amount: "5000000", awarded: days(-30)})

	f, err := d.svc.Figures(t.Context(), d.buyer, 12, nil)
	d.must(err)
	if f.Since != "2025-12" || !f.AsOf.Equal(noon) {
		t.Errorf("period %s to %s", f.Since, f.AsOf)
	}
	if len(f.Months) != 1 || f.Months[0].Month != "2026-10" || f.Months[0].Amount.String() != "1251000.5000" || f.Months[0].Awards != 2 {
		t.Errorf("months %+v", f.Months)
	}
	if len(f.Types) != 1 || f.Types[0].CategoryTypeID != nil || f.Types[0].Amount.String() != "1251000.5000" {
		t.Errorf("types %+v", f.Types)
	}
	// Closed within the period: three bids, one, two and one; awards took ten days, six and ten.
	if f.Pace.Closed != 4 || f.Pace.Bids != 7 || f.Pace.Awards != 3 || f.Pace.Seconds != int64(10*24*time.Hour/time.Second) {
		t.Errorf("pace %+v", f.Pace)
	}
	if len(f.Closing) != 1 || f.Closing[0].Participants != 2 || f.Closing[0].ClosingCount != nil {
		t.Errorf("closing %+v", f.Closing)
	}
	if len(f.Waiting) != 1 || f.Waiting[0].Kind != "opening" {
		t.Errorf("waiting %+v", f.Waiting)
	}
	published := int64(0)
	for _, j := range f.Jobs {
		if j.Status == string(sourcing.JobPublished) {
			published += j.Jobs
		}
	}
	if published != 2 {
		t.Errorf("%d published jobs, want 2: %+v", published, f.Jobs)
	}
	for _, who := range []access.Actor{d.qed, {User: newID(), Org: d.suppliers[0], Type: access.Supplier}} {
		if _, err := d.svc.Figures(t.Context(), who, 12, nil); !errors.Is(err, fault.Forbidden) {
			t.Errorf("figures for %s: %v", who.Type, err)
		}
	}
}

// Money of two currencies is never one sum: not of a month, nor of a kind of supply.
func TestEverySumIsOfOneCurrency(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, x := range []struct{ currency, amount string }{{"KES", "500.25"}, {"USD", "20"}, {"KES", "1000"}, {"UGX", "7000000"}, {"USD", "0.5"}} {
		d.lot(lot{
			by:       d.buyer,
			job:      sourcing.JobClosed,
			status:   sourcing.Awarded,
			closed:   days(-40),
			bids:     []int{0},
			passed:   1,
			amount:   x.amount,
			currency: x.currency,
			awarded:  days(-30),
		})
	}
	f, err := d.svc.Figures(t.Context(), d.buyer, 12, nil)
	d.must(err)
	want := []string{"KES 1500.2500 of 2", "UGX 7000000.0000 of 1", "USD 20.5000 of 2"}
	var months, types []string
	for _, m := range f.Months {
		months = append(months, fmt.Sprintf("%s %s of %d", m.Currency, m.Amount, m.Awards))
	}
	for _, k := range f.Types {
		types = append(types, fmt.Sprintf("%s %s of %d", k.Currency, k.Amount, k.Awards))
	}
	for what, got := range map[string][]string{"months": months, "types": types} {
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
}

// The list behind a figure holds as many as the figure says.
func TestResultsAreTheListBehindTheFigures(t *testing.T) {
	d := newDesk(t)
	_, first := d.lot(lot{by: d.buyer, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), bids: []int{1}, passed: 1, amount: "500", awarded: days(-30)})
	d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: sourcing.Closed, closed: days(-2), bids: []int{0, 1}})
	d.lot(lot{by: d.buyer, activity: sourcing.AssetDisposal, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-50), bids: []int{1}, passed: 1, amount: "7", awarded: days(-45)})
	d.lot(lot{by: d.rival, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-41), bids: []int{1}, passed: 1, amount: "9", awarded: days(-31)})
	d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: sourcing.Open, bids: []int{1}})
	count := func(f reportsvc.ResultFilter) int {
		t.Helper()
		page, err := d.svc.Results(t.Context(), d.buyer, f, "", 50)
		d.must(err)
		return len(page.Items)
	}
	for name, c := range map[string]struct {
		f    reportsvc.ResultFilter
		want int
	}{
		"ever":                {reportsvc.ResultFilter{}, 3},
		"awarded":             {reportsvc.ResultFilter{Awarded: true, Months: 12}, 2},
		"spend":               {reportsvc.ResultFilter{Spend: true}, 1},
		"of a month":          {reportsvc.ResultFilter{Spend: true, Month: "2026-10", Currency: "KES"}, 1},
		"of another month":    {reportsvc.ResultFilter{Spend: true, Month: "2026-09"}, 0},
		"without a kind":      {reportsvc.ResultFilter{Untyped: true, Awarded: true}, 2},
		"bid for by somebody": {reportsvc.ResultFilter{Supplier: &d.suppliers[1]}, 2},
		"won by somebody":     {reportsvc.ResultFilter{Awarded: true, Supplier: &d.suppliers[1]}, 2},
		"won by nobody":       {reportsvc.ResultFilter{Awarded: true, Supplier: &d.suppliers[2]}, 0},
		"a sealed bidder":     {reportsvc.ResultFilter{Supplier: &d.suppliers[0]}, 0},
	} {
		if got := count(c.f); got != c.want {
			t.Errorf("%s: %d results, want %d", name, got, c.want)
		}
	}
	if _, err := d.svc.Results(t.Context(), d.buyer, reportsvc.ResultFilter{Month: "october"}, "", 5); !errors.Is(err, fault.Invalid) {
		t.Errorf("a month that is none: %v", err)
	}
	// One page after the other, each category once.
	seen, after := map[uuid.UUID]bool{}, ""
	for range 3 {
		page, err := d.svc.Results(t.Context(), d.buyer, reportsvc.ResultFilter{}, after, 1)
		d.must(err)
		seen[page.Items[0].ID] = true
		after = page.Next
	}
	if len(seen) != 3 || after != "" {
		t.Errorf("%d results by pages, next %q", len(seen), after)
	}
	// A closed door: the category is in no list and in no figure.
	d.exec(`INSERT INTO category_access (buyer_id, account_id, category_id, allowed) VALUES ($1, $2, $3, false)`, d.buyer.Org, d.buyer.User, first)
	if got := count(reportsvc.ResultFilter{Spend: true}); got != 0 {
		t.Errorf("%d results behind a closed door", got)
	}
	f, err := d.svc.Figures(t.Context(), d.buyer, 12, nil)
	d.must(err)
	if len(f.Months) != 0 || f.Pace.Awards != 1 {
		t.Errorf("figures behind a closed door: %+v %+v", f.Months, f.Pace)
	}
}

func TestBiddersAreThoseWhoseBidsWereOpened(t *testing.T) {
	d := newDesk(t)
	d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: sourcing.Open, bids: []int{2}})
	d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: sourcing.Closed, closed: days(-2), bids: []int{2}})
	d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: sourcing.TechnicalEvaluation, closed: days(-3), bids: []int{0}, passed: 1})
	d.lot(lot{by: d.buyer, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), bids: []int{1, 0}, passed: 1, amount: "500", awarded: days(-30)})
	d.lot(lot{by: d.rival, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-1), bids: []int{2}, passed: 1, amount: "500", awarded: days(-1)})
	page, countries, err := d.svc.Bidders(t.Context(), d.buyer, reportsvc.BidderFilter{}, "", 20)
	d.must(err)
	if len(page.Items) != 2 || len(countries) != 1 {
		t.Fatalf("bidders %+v of %v", page.Items, countries)
	}
	first, second := page.Items[0], page.Items[1]
	// Its mark of the running evaluation is not told: one result of two bids.
	if first.ID != d.suppliers[0] || first.Bids != 2 || first.Won != 0 || first.Evaluated != 1 || first.Responsive != 0 {
		t.Errorf("first %+v", first)
	}
	if second.ID != d.suppliers[1] || second.Bids != 1 || second.Won != 1 || second.Responsive != 1 {
		t.Errorf("second %+v", second)
	}
	for name, c := range map[string]struct {
		f    reportsvc.BidderFilter
		want int
	}{
		"winners":          {reportsvc.BidderFilter{Winners: true}, 1},
		"by name":          {reportsvc.BidderFilter{Search: "upepo"}, 1},
		"sealed":           {reportsvc.BidderFilter{Search: "Jua"}, 0},
		"country":          {reportsvc.BidderFilter{Countries: []geo.Code{"UG"}}, 0},
		"another activity": {reportsvc.BidderFilter{Activities: []sourcing.Activity{sourcing.RFQ}}, 0},
	} {
		page, _, err := d.svc.Bidders(t.Context(), d.buyer, c.f, "", 20)
		d.must(err)
		if len(page.Items) != c.want {
			t.Errorf("%s: %d bidders, want %d", name, len(page.Items), c.want)
		}
	}
}

func TestLiveWorkIsOfOneBuyerOrOfAll(t *testing.T) {
	d := newDesk(t)
	job, category := d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: sourcing.Open, bids: []int{0, 1}})
	d.lot(lot{by: d.rival, job: sourcing.JobPublished, status: sourcing.Open})
	for _, c := range []struct {
		who  access.Actor
		f    reportsvc.LiveFilter
		jobs int
	}{{d.buyer, reportsvc.LiveFilter{}, 1}, {d.qed, reportsvc.LiveFilter{}, 2}, {d.qed, reportsvc.LiveFilter{Buyer: &d.rival.Org}, 1}} {
		page, err := d.svc.LiveJobs(t.Context(), c.who, c.f, "", 20)
		d.must(err)
		if len(page.Items) != c.jobs {
			t.Errorf("%d live jobs for %s, want %d", len(page.Items), c.who.Name, c.jobs)
		}
	}
	if _, err := d.svc.LiveJobs(t.Context(), d.rival, reportsvc.LiveFilter{Buyer: &d.buyer.Org}, "", 20); !errors.Is(err, fault.Forbidden) {
		t.Errorf("another buyer's jobs: %v", err)
	}
	if _, _, err := d.svc.LiveCategories(t.Context(), d.rival, job); !errors.Is(err, sourcing.JobNotFound) {
		t.Errorf("another buyer's job: %v", err)
	}
	if _, err := d.svc.Participants(t.Context(), d.rival, category); !errors.Is(err, sourcing.CategoryNotFound) {
		t.Errorf("another buyer's category: %v", err)
	}
	for _, who := range []access.Actor{d.buyer, d.qed} {
		got, err := d.svc.Participants(t.Context(), who, category)
		d.must(err)
		if got.Number != 2 || got.Named || got.Submissions != nil || len(got.People) > 0 {
			t.Errorf("%s sees of a sealed category: %+v", who.Name, got)
		}
	}
	powerless := d.buyer
	powerless.Privileges = nil
	if _, err := d.svc.Participants(t.Context(), powerless, category); !errors.Is(err, fault.Forbidden) {
		t.Errorf("participants without the right: %v", err)
	}
}

// A live job counts the categories that it shows, wherever each stands in its life.
func TestALiveJobCountsTheCategoriesThatItShows(t *testing.T) {
	d := newDesk(t)
	for _, status := range sourcing.Statuses {
		job, _ := d.lot(lot{by: d.buyer, job: sourcing.JobPublished, status: status})
		page, err := d.svc.LiveJobs(t.Context(), d.buyer, reportsvc.LiveFilter{}, "", 1)
		d.must(err)
		_, shown, err := d.svc.LiveCategories(t.Context(), d.buyer, job)
		d.must(err)
		if got := page.Items[0]; got.ID != job || int(got.Categories) != len(shown) {
			t.Errorf("%s: %d are counted, %d shown", status, got.Categories, len(shown))
		}
		published := !slices.Contains([]sourcing.Status{sourcing.Draft, sourcing.Hidden, sourcing.NotApproved, sourcing.Withdrawn}, status)
		if (len(shown) == 1) != published {
			t.Errorf("%s: %d are shown", status, len(shown))
		}
	}
}

func TestExportedFiguresAreRecorded(t *testing.T) {
	d := newDesk(t)
	d.lot(lot{by: d.buyer, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), bids: []int{1}, passed: 1, amount: "1250000.50", awarded: days(-30)})
	data, err := d.svc.ExportFigures(t.Context(), d.buyer, 12, nil, "csv", "en")
	d.must(err)
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll()
	d.must(err)
	var text []string
	for _, row := range rows {
		text = append(text, strings.Join(row, "|"))
	}
	for _, want := range []string{"Section|Item|Status|Currency|Amount|Number", "Awarded by month|2026-10||KES|1250000.50|1", "Pace|Days from closing to award, median||||10.0"} {
		if !strings.Contains(strings.Join(text, "\n"), want) {
			t.Errorf("no line %q in\n%s", want, strings.Join(text, "\n"))
		}
	}
	data, err = d.svc.ExportFigures(t.Context(), d.buyer, 12, nil, "xlsx", "am")
	d.must(err)
	book, err := excelize.OpenReader(bytes.NewReader(data))
	d.must(err)
	if got := book.GetSheetList(); len(got) != 1 || got[0] != "አኃዞች" {
		t.Errorf("sheets %v", got)
	}
	d.must(book.Close())
	var n int
	d.must(d.db.QueryRow(t.Context(), `SELECT count(*) FROM audit_entry WHERE action = 'report.figures.exported' AND object_id = $1`, d.buyer.Org).Scan(&n))
	if n != 2 {
		t.Errorf("%d entries of exports, want 2", n)
	}
	powerless := d.buyer
	powerless.Privileges = nil
	if _, err := d.svc.ExportFigures(t.Context(), powerless, 12, nil, "csv", "en"); !errors.Is(err, fault.Forbidden) {
		t.Errorf("an export without the right: %v", err)
	}
}
