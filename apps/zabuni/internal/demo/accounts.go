//go:build demo

// Package demo is the demonstration's data: companies, people and jobs in every
// state, written by the platform's own use cases.
package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/access"
	"zabuni.org/core/app"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/pg"
)

// Password is the password of every account of the demonstration.
const Password = "zabuni2026"

// A person of the demonstration.
type person struct {
	first, last, email string
	userType           access.UserType
	company            *company
}

// A company of the demonstration.
type company struct {
	kind, name, country, taxID, phone, address, website string
	types                                               []int // positions of its kinds of supply
	id                                                  uuid.UUID
}

var (
	operator = &company{kind: "operator", name: "Zabuni Operations", country: "KE", taxID: "P051000001A", phone: "254709000001", address: "Kimathi Street, Nairobi"}
	hospital = &company{kind: "buyer", name: "Mlima Referral Hospital", country: "KE", taxID: "P051000002B", phone: "254709000002", address: "Hospital Road, Nakuru"}
	railway  = &company{kind: "buyer", name: "Awash Rail Corporation", country: "ET", taxID: "0012345678", phone: "251911000003", address: "Mexico Square, Addis Ababa"}
	water    = &company{kind: "buyer", name: "Ziwa Water and Sewerage", country: "UG", taxID: "1000123456", phone: "256772000004", address: "Jinja Road, Kampala"}
)

var people = []*person{
	{"Wanjiru", "Kamau", "qed@zabuni.test", access.Operator, operator},
	{"Amina", "Otieno", "buyer@zabuni.test", access.Buyer, hospital},
	{"David", "Mwangi", "buyer2@zabuni.test", access.Buyer, hospital},
	{"Selam", "Tesfaye", "rail@zabuni.test", access.Buyer, railway},
	{"Joseph", "Okello", "water@zabuni.test", access.Buyer, water},
	{"Grace", "Njeri", "contracts@zabuni.test", access.Temp, hospital},
	{"Peter", "Ochieng", "supplier@zabuni.test", access.Supplier, suppliers[0]},
	{"Fatuma", "Ali", "supplier2@zabuni.test", access.Supplier, suppliers[1]},
	{"Kwame", "Mensah", "supplier3@zabuni.test", access.Supplier, suppliers[2]},
}

// Accounts is what to print: who can sign in, and how.
func Accounts() []string {
	lines := []string{"sign in with password " + Password + ":"}
	for _, p := range people[:7] {
		lines = append(lines, fmt.Sprintf("  %-24s %-9s %s", p.email, p.userType, p.company.name))
	}
	return lines
}

// Seed writes the demonstration once; a database that has it is left alone.
func Seed(ctx context.Context, a *app.App) error {
	return pg.InTx(ctx, a.DB, func(tx pg.Tx) error {
		var done bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM company)").Scan(&done); err != nil || done {
			return err
		}
		for _, c := range append([]*company{operator, hospital, railway, water}, suppliers...) {
			if err := c.create(ctx, tx); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
		for _, p := range people {
			actor := access.Actor{User: uuid.Must(uuid.NewV7()), Org: p.company.id, Type: p.userType, Name: p.first + " " + p.last, Email: p.email}
			if err := a.Identity.CreateAdministrator(ctx, tx, actor, p.first, p.last, p.company.phone, Password); err != nil {
				return fmt.Errorf("%s: %w", p.email, err)
			}
		}
		return nil
	})
}

func (c *company) create(ctx context.Context, tx pg.Tx) error {
	c.id = uuid.Must(uuid.NewV7())
	r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: c.name, Country: c.country,
		PhysicalAddress: c.address, Phone: c.phone, TaxID: c.taxID, Website: c.website}}
	for _, n := range c.types {
		r.Interests = append(r.Interests, uuid.MustParse(fmt.Sprintf("01900000-0000-7000-8000-%012d", n)))
	}
	return partysvc.Create(ctx, tx, access.System, c.kind, c.id, r)
}
