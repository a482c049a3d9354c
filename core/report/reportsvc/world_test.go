package reportsvc_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// As long as a tender is sealed the world of suppliers says nothing of who has bid for it: not by its figures, not by its
// order, not by a file. What is opened and decided stands there, for the buyer's own people whose doors are open to it.
func TestTheWorldTellsNothingSealed(t *testing.T) {
	t.Parallel()
	c := tender(t)
	reads := reader(c)
	reads.Privileges = append(reads.Privileges, access.AccessSupplierFiles)
	told := func(a access.Actor) string {
		t.Helper()
		var out strings.Builder
		for _, f := range []partysvc.WorldFilter{{}, {Search: "bidder"}, {Search: "b"}} {
			page, err := c.Reports.World(t.Context(), a, f, "", 100)
			c.Must(err)
			for _, r := range page.Items {
				fmt.Fprintf(&out, "%s %d %d %d;", r.Found.ID, r.Invited, r.Bids, r.Won)
			}
			out.WriteString("\n")
		}
		for _, b := range c.Bidders {
			d, err := c.Reports.Supplier(t.Context(), a, b.Org, nil)
			c.Must(err)
			fmt.Fprintf(&out, "%+v %d %d %v\n", d.Dealings.Standing, len(d.Bids), len(d.Visits), d.Files)
		}
		return out.String()
	}
	before := told(reads)
	a := c.Bidders[0]
	c.Pay(a)
	c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "By hand"}, map[string]string{"1": "100"})
	if got := told(reads); got != before {
		t.Fatalf("a draft shows: %s\nbefore: %s", got, before)
	}
	c.Submit(a)
	if got := told(reads); got != before {
		t.Fatalf("a bid shows: %s\nbefore: %s", got, before)
	}
	c.Close()
	if got := told(reads); got != before {
		t.Fatalf("a closed bid shows: %s\nbefore: %s", got, before)
	}
	c.Open()
	first, second := a.Org, c.Bidders[1].Org
	d, err := c.Reports.Supplier(t.Context(), reads, first, nil)
	c.Must(err)
	if d.Dealings.Standing.Bids != 1 || len(d.Bids) != 1 || d.Bids[0].Outcome != "" || !d.Files {
		t.Errorf("an opened bid: %+v, files %v", d.Dealings, d.Files)
	}
	// A result that is reckoned already is told when scores are.
	_, err = pgtest.Do(t.Context(), c.DB, `INSERT INTO bid_result (submission_id, category_id, buyer_id, supplier_id, technical, technical_pass, outcome, explanation, computed_at)
		SELECT id, category_id, $2, supplier_id, 90, true, 'pass', '{}', zabuni.clock() FROM submission WHERE category_id = $1`, c.ID, c.Officer.Org)
	c.Must(err)
	if d, err = c.Reports.Supplier(t.Context(), reads, first, nil); err != nil || len(d.Bids) != 1 || d.Bids[0].Outcome != "" {
		t.Errorf("before the scores are told: %+v, %v", d.Bids, err)
	}
	if d, err = c.Reports.Supplier(t.Context(), reads, second, nil); err != nil || d.Dealings.Standing.Bids != 0 || d.Files {
		t.Errorf("who has not bid: %+v, %v", d.Dealings, err)
	}
	other := reads
	other.Org = uuid.Must(uuid.NewV7())
	if d, err = c.Reports.Supplier(t.Context(), other, first, nil); err != nil || d.Dealings.Standing.Bids != 0 || len(d.Bids) != 0 || d.Files {
		t.Errorf("another buyer sees %+v, %v", d.Dealings, err)
	}
}

// Each look at a supplier, each paper and each search by a number leaves its entry, without the number; the workbook too.
func TestLooksAreWrittenDown(t *testing.T) {
	t.Parallel()
	c := tender(t)
	a := reader(c)
	s := c.Bidders[0]
	count := func(action string) int {
		return c.Count("SELECT count(*) FROM audit_entry WHERE action = '" + action + "'")
	}
	_, err := c.Reports.Supplier(t.Context(), a, s.Org, nil)
	c.Must(err)
	_, _, err = c.Reports.SupplierTies(t.Context(), a, s.Org)
	c.Must(err)
	for _, typed := range []string{"somebody", "AB 998877"} {
		_, err = c.Reports.Owners(t.Context(), a, partysvc.OwnerFilter{Search: typed}, "", 20)
		c.Must(err)
	}
	if looked, sought := count("report.supplier.looked"), count("report.owners.sought"); looked != 2 || sought != 1 {
		t.Errorf("%d looks and %d searches by number are written down", looked, sought)
	}
	data, err := c.Reports.ExportWorld(t.Context(), a, partysvc.WorldFilter{Search: "AB 998877"}, locale.Language("sw"))
	c.Must(err)
	if n := c.Count("SELECT count(*) FROM audit_entry WHERE detail::text LIKE '%998877%'"); n != 0 {
		t.Errorf("a number stands in %d entries of the log", n)
	}
	book, err := excelize.OpenReader(bytes.NewReader(data))
	c.Must(err)
	if sheets := book.GetSheetList(); len(sheets) == 0 || count("report.suppliers.exported") != 1 {
		t.Errorf("sheets %q", sheets)
	}

	none := a
	none.Privileges = nil
	_, err = c.Reports.ExportWorld(t.Context(), none, partysvc.WorldFilter{}, "en")
	c.Is(err, fault.Forbidden)
	_, err = c.Reports.SupplierPaper(t.Context(), none, s.Org, uuid.Max)
	c.Is(err, fault.Forbidden)
	none.Privileges = []access.Privilege{access.AccessSupplierFiles}
	_, err = c.Reports.SupplierPaper(t.Context(), none, s.Org, uuid.Max)
	c.Is(err, party.NotFound)
	for _, who := range []access.Actor{s, {User: a.User, Org: a.Org, Type: access.Operator, Privileges: access.Titles[access.Operator]}} {
		_, err = c.Reports.World(t.Context(), who, partysvc.WorldFilter{}, "", 20)
		c.Is(err, fault.Forbidden)
		_, err = c.Reports.Supplier(t.Context(), who, s.Org, nil)
		c.Is(err, fault.Forbidden)
		_, _, err = c.Reports.SupplierTies(t.Context(), who, s.Org)
		c.Is(err, fault.Forbidden)
		_, err = c.Reports.Owners(t.Context(), who, partysvc.OwnerFilter{Search: "x"}, "", 20)
		c.Is(err, fault.Forbidden)
	}
}

// Who types fifty times a second is slowed, and nobody else with them.
func TestSearchesAreSlowed(t *testing.T) {
	t.Parallel()
	c := tender(t)
	a := reader(c)
	var err error
	for n := 0; err == nil; n++ {
		if n > 250 {
			t.Fatal("nobody is slowed")
		}
		_, err = c.Reports.Owners(t.Context(), a, partysvc.OwnerFilter{}, "", 1)
	}
	if !errors.Is(err, fault.TooMany) {
		t.Fatal(err)
	}
	colleague := a
	colleague.User = uuid.Must(uuid.NewV7())
	_, err = c.Reports.Owners(t.Context(), colleague, partysvc.OwnerFilter{}, "", 1)
	c.Must(err)
}

// A contract opens the papers of a supplier once the supplier has signed it, and not as a buyer's people alone put it into
// their archive or into force.
func TestADealingIsWhatTheSupplierSigned(t *testing.T) {
	t.Parallel()
	c := tender(t)
	reads := reader(c)
	reads.Privileges = append(reads.Privileges, access.AccessSupplierFiles)
	s := c.Bidders[0]
	do := func(sql string, args ...any) {
		t.Helper()
		_, err := pgtest.Do(t.Context(), c.DB, sql, args...)
		c.Must(err)
	}
	do(`INSERT INTO invitation (category_id, supplier_id, buyer_id, invited_by, invited_at) VALUES ($1, $2, $3, $4, zabuni.clock())`, c.ID, s.Org, reads.Org, c.Officer.User)
	if d, err := c.Reports.Supplier(t.Context(), reads, s.Org, nil); err != nil || d.Dealings.Standing.Invited != 1 || d.Files {
		t.Errorf("who was only invited: %+v, files %v, %v", d.Dealings.Standing, d.Files, err)
	}
	id, signing, signer, paper := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	do(`INSERT INTO contract (id, buyer_id, supplier_id, number, title, currency, value, status, origin, no_signature_before, created_at)
		VALUES ($1, $2, $3, 'OLD/1', 'Taken into the archive', 'KES', 1000, 'active', 'import', zabuni.clock(), zabuni.clock())`, id, reads.Org, s.Org)
	dealt := func() bool {
		t.Helper()
		d, err := c.Reports.Supplier(t.Context(), reads, s.Org, nil)
		c.Must(err)
		if d.Agreed != d.Files || len(d.Contracts) != 1 {
			t.Errorf("agreed %v, files %v, contracts %+v", d.Agreed, d.Files, d.Contracts)
		}
		return d.Files
	}
	if dealt() {
		t.Error("what a buyer takes into its archive opens the papers of a supplier")
	}
	do(`INSERT INTO document (id, company_id, kind, name, media_type, size, sha256, store_key, created_by, created_at)
		VALUES ($1, $2, 'document', 'paper.pdf', 'application/pdf', 1, '\x00', 'k', $3, zabuni.clock())`, paper, reads.Org, c.Officer.User)
	do(`INSERT INTO contract_version (contract_id, number, buyer_id, body, content, sum, reason, created_by, created_at)
		VALUES ($1, 1, $2, '', '{}', '\x00', '', $3, zabuni.clock())`, id, reads.Org, c.Officer.User)
	do(`INSERT INTO contract_signing (id, contract_id, buyer_id, supplier_id, number, sum, paper_id, paper_sum, expires_at, begun_by, begun_at)
		VALUES ($1, $2, $3, $4, 1, '\x00', $5, '\x00', zabuni.clock(), $6, zabuni.clock())`, signing, id, reads.Org, s.Org, paper, c.Officer.User)
	sign := func(signer uuid.UUID, side string, a access.Actor, revision int) {
		t.Helper()
		do(`INSERT INTO contract_signer (id, signing_id, buyer_id, supplier_id, side, account_id, name, capacity, turn) VALUES ($1, $2, $3, $4, $5, $6, 'x', 'y', 1)`,
			signer, signing, reads.Org, s.Org, side, a.User)
		do(`INSERT INTO contract_signature (signer_id, signing_id, buyer_id, supplier_id, revision, shown, paper_id, sum, certificate, proved_at, stamped_at, signed_at, entry)
			VALUES ($1, $2, $3, $4, $5, '\x00', $6, '\x00', '\x00', zabuni.clock(), zabuni.clock(), zabuni.clock(), 1)`, signer, signing, reads.Org, s.Org, revision, paper)
	}
	sign(uuid.New(), "buyer", c.Officer, 1)
	if dealt() {
		t.Error("what its buyer alone has signed opens the papers of a supplier")
	}
	sign(signer, "counterparty", s, 2)
	if !dealt() {
		t.Error("what both have signed opens nothing")
	}
	rival := c.Person("buyer", access.Buyer, uuid.Nil)
	if d, err := c.Reports.Supplier(t.Context(), rival, s.Org, nil); err != nil || d.Agreed || d.Files || len(d.Contracts) != 0 || d.Dealings.Standing.Invited != 0 {
		t.Errorf("another buyer sees %+v, files %v, %v", d.Dealings, d.Files, err)
	}

	// What came of a category whose door is closed to somebody opens nothing to them.
	award := uuid.New()
	do(`INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
		VALUES ($1, $2, $3, $4, 'KES', $5, zabuni.clock(), zabuni.clock())`, award, c.ID, c.Job, reads.Org, c.Officer.User)
	do(`UPDATE contract SET award_id = $2 WHERE id = $1`, id, award)
	if !dealt() {
		t.Error("with an open door it opens nothing")
	}
	do(`INSERT INTO category_access (buyer_id, account_id, category_id, allowed) VALUES ($1, $2, $3, false)`, reads.Org, reads.User, c.ID)
	if d, err := c.Reports.Supplier(t.Context(), reads, s.Org, nil); err != nil || d.Agreed || d.Files || len(d.Contracts) != 0 {
		t.Errorf("behind a closed door: %+v, files %v, %v", d.Dealings, d.Files, err)
	}
}

// What lies behind a closed door, what belongs to a module that is switched off, and what another buyer has had to do with it, is
// no part of a supplier's history: it stands in no figure and no list, and opens no file.
func TestClosedDoorsHideAHistory(t *testing.T) {
	t.Parallel()
	c := tender(t)
	bid(c)
	c.Close()
	c.Open()
	reads := reader(c)
	reads.Privileges = append(reads.Privileges, access.AccessSupplierFiles)
	s, award, contract := c.Bidders[0], uuid.New(), uuid.New()
	rival := c.Person("buyer", access.Buyer, uuid.Nil)
	do := func(sql string, args ...any) {
		t.Helper()
		_, err := pgtest.Do(t.Context(), c.DB, sql, args...)
		c.Must(err)
	}
	do(`INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
		VALUES ($1, $2, $3, $4, 'KES', $5, zabuni.clock(), zabuni.clock())`, award, c.ID, c.Job, reads.Org, c.Officer.User)
	do(`INSERT INTO award_line (award_id, category_id, buyer_id, position, submission_id, supplier_id, amount)
		SELECT $1, category_id, $2, 1, id, supplier_id, 100 FROM submission WHERE category_id = $3 AND supplier_id = $4`, award, reads.Org, c.ID, s.Org)
	do(`INSERT INTO contract (id, buyer_id, supplier_id, award_id, number, title, currency, value, status, no_signature_before, created_at)
		VALUES ($1, $2, $3, $4, 'K/1', 'Pumps', 'KES', 1000, 'draft', zabuni.clock(), zabuni.clock())`, contract, reads.Org, s.Org, award)
	do(`INSERT INTO contract_scorecard (id, contract_id, buyer_id, from_on, until_on, score, explanation, reason, created_by, created_at)
		VALUES ($1, $2, $3, '2026-10-01', '2026-10-31', 80, '{}', 'Late twice', $4, zabuni.clock())`, uuid.New(), contract, reads.Org, c.Officer.User)
	do(`INSERT INTO invitation (category_id, supplier_id, buyer_id, invited_by, invited_at) VALUES ($1, $2, $3, $4, zabuni.clock())`, c.ID, s.Org, reads.Org, c.Officer.User)
	told := func(by access.Actor) string {
		t.Helper()
		d, err := c.Reports.Supplier(t.Context(), by, s.Org, nil)
		c.Must(err)
		page, err := c.Reports.World(t.Context(), by, partysvc.WorldFilter{Search: d.Name}, "", 100)
		c.Must(err)
		for _, r := range page.Items {
			if r.Found.ID == s.Org && r.Standing != d.Dealings.Standing {
				t.Errorf("the list says %+v of %+v", r.Standing, d.Dealings.Standing)
			}
		}
		n := d.Dealings.Standing
		return fmt.Sprintf("invited %d, bids %d, won %d; lists of %d, %d and %d; files %v", n.Invited, n.Bids, n.Won, len(d.Bids), len(d.Contracts), len(d.Cards), d.Files)
	}
	const all, none = "invited 1, bids 1, won 1; lists of 1, 1 and 1; files true", "invited 0, bids 0, won 0; lists of 0, 0 and 0; files false"
	is := func(what, want string) {
		t.Helper()
		if got := told(reads); got != want {
			t.Errorf("%s: %s, wanted %s", what, got, want)
		}
		if got := told(rival); got != none {
			t.Errorf("%s, to another buyer: %s", what, got)
		}
	}
	is("with open doors", all)
	do(`INSERT INTO category_access (buyer_id, account_id, category_id, allowed) VALUES ($1, $2, $3, false)`, reads.Org, reads.User, c.ID)
	is("behind a closed door", none)
	do(`UPDATE category_access SET allowed = true`)
	is("with its own door open", all)
	do(`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) VALUES ($1, 'contracts', false, $2, zabuni.clock())`, reads.Org, c.Officer.User)
	is("without contracts", "invited 1, bids 1, won 1; lists of 1, 0 and 0; files true")
	do(`UPDATE buyer_module SET active = true`)
	do(`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) VALUES ($1, 'tender', false, $2, zabuni.clock())`, reads.Org, c.Officer.User)
	is("without tenders", "invited 0, bids 0, won 0; lists of 0, 1 and 1; files false")
	do(`UPDATE buyer_module SET active = true`)

	// What came of a visit is told once scores are, of this buyer's visits alone.
	visits := func(by access.Actor) int {
		t.Helper()
		d, err := c.Reports.Supplier(t.Context(), by, s.Org, nil)
		c.Must(err)
		return len(d.Visits)
	}
	do(`INSERT INTO visit (submission_id, category_id, buyer_id, supplier_id, status, due_at, decided_at, decided_by, version)
		SELECT id, category_id, $2, supplier_id, 'cleared', zabuni.clock(), zabuni.clock(), $3, 1 FROM submission WHERE category_id = $1 AND supplier_id = $4`,
		c.ID, reads.Org, c.Officer.User, s.Org)
	if n := visits(reads); n != 0 {
		t.Errorf("%d visits before the scores", n)
	}
	do(`UPDATE category SET status = 'awarded' WHERE id = $1`, c.ID)
	if mine, theirs := visits(reads), visits(rival); mine != 1 || theirs != 0 {
		t.Errorf("%d visits once it is awarded, to another buyer %d", mine, theirs)
	}
	do(`UPDATE category_access SET allowed = false`)
	if n := visits(reads); n != 0 {
		t.Errorf("%d visits behind a closed door", n)
	}
	do(`UPDATE category_access SET allowed = true`)
	do(`UPDATE buyer_module SET active = false WHERE module = 'tender'`)
	if n := visits(reads); n != 0 {
		t.Errorf("%d visits without tenders", n)
	}
}
