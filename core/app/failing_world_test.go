package app_test

import (
	"testing"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// The same of looks at suppliers: who cannot be written down as having looked sees nothing.
func TestALookIsWrittenDownOrSeesNothing(t *testing.T) {
	t.Parallel()
	w := begins(t, 2)
	w.changed = pgtest.Changes(t, w.DB, "audit_entry", "outbox")
	ctx, s, bidder := t.Context(), w.Reports, w.Bidders[0]
	a := w.Officer
	a.Privileges = append(a.Privileges, access.ViewReport, access.AccessSupplierFiles)
	owner := bidder
	owner.Privileges = access.Titles[access.Supplier]
	data := []byte("%PDF-1.4\n%of the register\n")
	u, err := w.Party.BeginUpload(ctx, owner, owner.Org, "document", "register.pdf", int64(len(data)))
	w.Must(err)
	u, err = w.Party.Append(ctx, owner, owner.Org, u.ID, 0, data)
	w.Must(err)
	p, err := w.Party.Profile(ctx, owner, owner.Org)
	w.Must(err)
	asha := party.Owner{Name: "Asha Juma", Kind: "person", Identity: "A1234567", Nationality: "KE", Director: true}
	_, err = w.Party.Update(ctx, owner, owner.Org, partysvc.Update{
		Version:   p.Version,
		Owners:    &[]party.Owner{asha},
		Documents: map[party.DocumentKind]partysvc.Attached{party.Registration: {File: &u.File}},
	})
	w.Must(err)
	c := w.Publish(policyOf(sourcing.Tender), deep())
	c.Pay(bidder)
	c.Bid(bidder, map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": "1200", "2": "3"})
	c.Submit(bidder)
	c.Close()
	c.Open()

	w.act("look at a supplier", func() error { return only(s.Supplier(ctx, a, bidder.Org, nil)) })
	w.act("open a paper", func() error { return only(s.SupplierPaper(ctx, a, bidder.Org, u.File)) })
	w.act("look at ties", func() error { _, _, err := s.SupplierTies(ctx, a, bidder.Org); return err })
	w.act("look for a number", func() error { return only(s.Owners(ctx, a, partysvc.OwnerFilter{Search: "A-123-4567"}, "", 20)) })
	w.act("take the workbook", func() error { return only(s.ExportWorld(ctx, a, partysvc.WorldFilter{}, "en")) })
}
