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
