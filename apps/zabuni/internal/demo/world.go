//go:build demo

package demo

import (
	"context"
	"fmt"
	"slices"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
)

// somebody owns part of a company; without a share they direct it alone.
func somebody(name, number, country string, share int64) party.Owner {
	o := party.Owner{Name: name, Kind: "person", Identity: number, Nationality: country, Director: true}
	if share > 0 {
		q := money.NewQuantity(share, 0)
		o.Share = &q
	}
	return o
}

// holding is a company that owns part of another, by its number for tax.
func holding(c *company, share int64) party.Owner {
	q := money.NewQuantity(share, 0)
	return party.Owner{Name: c.name, Kind: "organisation", Identity: c.taxID, Nationality: c.country, Share: &q}
}

func supplierNamed(name string) *company {
	for _, c := range suppliers {
		if c.name == name {
			return c
		}
	}
	panic("no supplier is named " + name)
}

// registers are who owns suppliers: three of them have one owner and own one another in a circle.
func registers(left bool) map[*company][]party.Owner {
	kifaru, sokoni, bahari := supplierNamed("Kifaru Construction"), supplierNamed("Sokoni Hardware"), supplierNamed("Bahari Freight Forwarders")
	ring := somebody("Njoroge Kimani", "24418093", "KE", 45)
	all := map[*company][]party.Owner{
		kifaru: {ring, holding(bahari, 30), somebody("Achieng Odhiambo", "27115542", "KE", 25)},
		sokoni: {ring, holding(kifaru, 55)},
		bahari: {ring, holding(sokoni, 55)},
		supplierNamed("ሐበሻ የሕክምና ዕቃዎች አስመጪ"):            {somebody("አበበ ኃይለማርያም", "ET-5520931", "ET", 100)},
		supplierNamed("Établissements Mbaye et Frères"): {somebody("Aïssatou Mbaye", "SN-88120", "SN", 60), somebody("Achieng Odhiambo", "27115542", "KE", 40)},
	}
	if left {
		all[kifaru] = all[kifaru][:2]
	}
	return all
}

// seedRegisters writes them; later one of the owners has left.
func seedRegisters(ctx context.Context, a *app.App, left bool) error {
	by := people[0].actor
	for c, owners := range registers(left) {
		p, err := a.Party.Profile(ctx, by, c.id)
		if err == nil {
			_, err = a.Party.Update(ctx, by, c.id, partysvc.Update{Version: p.Version, Owners: &owners})
		}
		if err != nil {
			return fmt.Errorf("register of %s: %w", c.name, err)
		}
	}
	return nil
}

// seedShown are papers of a supplier, one of which it lets every buyer open.
func seedShown(ctx context.Context, a *app.App) error {
	i := slices.IndexFunc(people, func(p *person) bool { return p.email == "supplier7@zabuni.test" })
	by := people[i].actor
	files := map[party.DocumentKind]partysvc.Attached{}
	now, err := pg.ClockOf(ctx, a.DB)
	if err != nil {
		return err
	}
	until := party.Day(now).AddDate(0, 8, 0)
	for _, kind := range []party.DocumentKind{party.Registration, party.TradingLicence} {
		paper := []byte("%PDF-1.4\n%" + string(kind) + "\n")
		u, err := a.Party.BeginUpload(ctx, by, by.Org, "document", string(kind)+".pdf", int64(len(paper)))
		if err == nil {
			u, err = a.Party.Append(ctx, by, by.Org, u.ID, 0, paper)
		}
		if err != nil {
			return err
		}
		files[kind] = partysvc.Attached{File: &u.File, ExpiresOn: &until}
	}
	p, err := a.Party.Profile(ctx, by, by.Org)
	if err == nil {
		_, err = a.Party.Update(ctx, by, by.Org, partysvc.Update{Version: p.Version, Documents: files})
	}
	if err == nil {
		_, err = a.Party.ShowPaper(ctx, by, by.Org, party.Registration, true)
	}
	return err
}
