package reportsvc_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
)

// A supplier lets every buyer open a paper, those that it never dealt with too, until it takes that back: by its own word
// alone, of that paper alone, as it stands, and for who may open papers.
func TestASupplierShowsAPaperToEveryBuyer(t *testing.T) {
	t.Parallel()
	c := tender(t)
	s := c.Bidders[0]
	s.Privileges = access.Titles[access.Supplier]
	file := func(text string) uuid.UUID {
		t.Helper()
		u, err := c.Party.BeginUpload(t.Context(), s, s.Org, "document", "paper.pdf", int64(len(text)))
		c.Must(err)
		u, err = c.Party.Append(t.Context(), s, s.Org, u.ID, 0, []byte(text))
		c.Must(err)
		return u.File
	}
	attach := func(kind party.DocumentKind, file uuid.UUID) {
		t.Helper()
		p, err := c.Party.Profile(t.Context(), s, s.Org)
		c.Must(err)
		until := party.Day(p.Now).AddDate(1, 0, 0)
		_, err = c.Party.Update(t.Context(), s, s.Org, partysvc.Update{
			Version:   p.Version,
			Documents: map[party.DocumentKind]partysvc.Attached{kind: {File: &file, ExpiresOn: &until}},
		})
		c.Must(err)
	}
	register, licence := file("%PDF-1.4\n%of the register\n"), file("%PDF-1.4\n%of the licence\n")
	attach(party.Registration, register)
	attach(party.TradingLicence, licence)
	reads := reader(c)
	reads.Privileges = append(reads.Privileges, access.AccessSupplierFiles)
	opens := func(a access.Actor, kind party.DocumentKind, file uuid.UUID) bool {
		t.Helper()
		d, err := c.Reports.Supplier(t.Context(), a, s.Org, nil)
		c.Must(err)
		_, err = c.Reports.SupplierPaper(t.Context(), a, s.Org, file)
		if d.Opens(kind) != (err == nil) {
			t.Errorf("%s: told %v, opened: %v", kind, d.Opens(kind), err)
		}
		if err != nil {
			c.Is(err, party.NotFound)
		}
		return err == nil
	}
	show := func(kind party.DocumentKind, shown bool) {
		t.Helper()
		_, err := c.Party.ShowPaper(t.Context(), s, s.Org, kind, shown)
		c.Must(err)
	}
	if opens(reads, party.Registration, register) {
		t.Error("a paper is open though nobody was let")
	}

	operator := access.Actor{User: s.User, Org: uuid.Must(uuid.NewV7()), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	nobody := s
	nobody.Privileges = nil
	for _, a := range []access.Actor{operator, reads, nobody} {
		_, err := c.Party.ShowPaper(t.Context(), a, s.Org, party.Registration, true)
		c.Is(err, fault.Forbidden)
	}
	_, err := c.Party.ShowPaper(t.Context(), c.Bidders[1], s.Org, party.Registration, true)
	c.Is(err, party.NotFound)
	_, err = c.Party.ShowPaper(t.Context(), s, s.Org, "proof", true)
	c.Is(err, party.NotFound)

	show(party.Registration, true)
	show(party.Registration, true)
	if !opens(reads, party.Registration, register) || opens(reads, party.TradingLicence, licence) {
		t.Error("not the one paper alone is open")
	}
	other := reads
	other.Org = uuid.Must(uuid.NewV7())
	if !opens(other, party.Registration, register) {
		t.Error("another buyer does not open it")
	}
	plain := reader(c)
	_, err = c.Reports.SupplierPaper(t.Context(), plain, s.Org, register)
	c.Is(err, fault.Forbidden)
	if d, err := c.Reports.Supplier(t.Context(), plain, s.Org, nil); err != nil || d.Opens(party.Registration) || len(d.Shown) != 1 {
		t.Errorf("without the right: %v %v, %v", d.Opens(party.Registration), d.Shown, err)
	}
	later := file("%PDF-1.4\n%of the register, later\n")
	attach(party.Registration, later)
	_, err = c.Reports.SupplierPaper(t.Context(), reads, s.Org, register)
	c.Is(err, party.NotFound) // an earlier version
	_, err = c.Reports.SupplierPaper(t.Context(), reads, s.Org, later)
	c.Must(err)

	show(party.TradingLicence, true)
	show(party.Registration, false)
	if d, err := c.Reports.Supplier(t.Context(), reads, s.Org, nil); err != nil || d.Opens(party.Registration) || !d.Opens(party.TradingLicence) {
		t.Errorf("taken back: %v, %v", d.Shown, err)
	}
	_, err = c.Reports.SupplierPaper(t.Context(), reads, s.Org, later)
	c.Is(err, party.NotFound)
	for action, want := range map[string]int{"party.paper.shown": 2, "party.paper.hidden": 1, "report.supplier.paper_opened": 3} {
		if n := c.Count("SELECT count(*) FROM audit_entry WHERE action = '" + action + "'"); n != want {
			t.Errorf("%s stands %d times in the log, wanted %d", action, n, want)
		}
	}
}
