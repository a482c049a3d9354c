//go:build demo

// Package demo is the demonstration's data: companies, people and jobs in every
// state, written by the platform's own use cases.
package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Password is the password of every account of the demonstration.
const Password = "maji2moto"

// A person of the demonstration.
type person struct {
	first, last, email string
	userType           access.UserType
	company            *company
	actor              access.Actor
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
	{first: "Wanjiru", last: "Kamau", email: "qed@zabuni.test", userType: access.Operator, company: operator},
	{first: "Amina", last: "Otieno", email: "buyer@zabuni.test", userType: access.Buyer, company: hospital},
	{first: "David", last: "Mwangi", email: "buyer2@zabuni.test", userType: access.Buyer, company: hospital},
	{first: "Selam", last: "Tesfaye", email: "rail@zabuni.test", userType: access.Buyer, company: railway},
	{first: "Joseph", last: "Okello", email: "water@zabuni.test", userType: access.Buyer, company: water},
	{first: "Grace", last: "Njeri", email: "contracts@zabuni.test", userType: access.Temp, company: hospital},
	{first: "Peter", last: "Ochieng", email: "supplier@zabuni.test", userType: access.Supplier, company: suppliers[0]},
	{first: "Fatuma", last: "Ali", email: "supplier2@zabuni.test", userType: access.Supplier, company: suppliers[1]},
	{first: "Kwame", last: "Mensah", email: "supplier3@zabuni.test", userType: access.Supplier, company: suppliers[2]},
	{first: "Hanna", last: "Bekele", email: "supplier4@zabuni.test", userType: access.Supplier, company: suppliers[17]},
	{first: "Brian", last: "Kiptoo", email: "supplier5@zabuni.test", userType: access.Supplier, company: suppliers[3]},
	{first: "Tigist", last: "Alemu", email: "rail2@zabuni.test", userType: access.Buyer, company: railway},
	{first: "Meron", last: "Haile", email: "supplier6@zabuni.test", userType: access.Supplier, company: suppliers[18]},
	{first: "Zawadi", last: "Mushi", email: "supplier10@zabuni.test", userType: access.Supplier, company: suppliers[7]},
	{first: "Daniel", last: "Ouma", email: "supplier11@zabuni.test", userType: access.Supplier, company: suppliers[8]},
	{first: "Moses", last: "Kariuki", email: "supplier7@zabuni.test", userType: access.Supplier, company: suppliers[4]},
	{first: "Esther", last: "Wambua", email: "supplier8@zabuni.test", userType: access.Supplier, company: suppliers[5]},
	{first: "Hassan", last: "Juma", email: "supplier9@zabuni.test", userType: access.Supplier, company: suppliers[6]},
	{first: "Naomi", last: "Cherono", email: "sales@zabuni.test", userType: access.Supplier, company: suppliers[0]},
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
func Seed(ctx context.Context, a *app.App, clock *Clock) error {
	var begun, done bool
	err := a.DB.QueryRow(ctx, `SELECT EXISTS (SELECT FROM company), EXISTS (SELECT FROM audit_entry WHERE action = 'demo.seed.completed')`).Scan(&begun, &done)
	if err != nil || done {
		return err
	}
	if begun {
		return errors.New("it is half-made: remove the data folder and start again")
	}
	if err := clock.Install(ctx); err != nil {
		return err
	}
	if err := clock.set(ctx, -370*day); err != nil {
		return err
	}
	if err := openPhones(a); err != nil {
		return err
	}
	defer phones.Close()
	if err := pg.InTx(ctx, a.DB, func(tx pg.Tx) error { return seedPeople(ctx, a, tx) }); err != nil {
		return err
	}
	if err := seedJobs(ctx, a, clock, yearly()); err != nil {
		return err
	}
	if err := clock.set(ctx, -60*day); err != nil {
		return err
	}
	if err := seedRegisters(ctx, a, false); err != nil {
		return err
	}
	if err := seedRisks(ctx, a, clock, oldHazards()); err != nil {
		return err
	}
	if err := seedJobs(ctx, a, clock, slices.Concat(tenders(), rooms(), purchases())); err != nil {
		return err
	}
	if err := seedOffices(ctx, a); err != nil {
		return err
	}
	if err := seedChecks(ctx, a); err != nil {
		return err
	}
	if err := seedClauses(ctx, a); err != nil {
		return fmt.Errorf("clauses: %w", err)
	}
	if err := seedReports(ctx, a); err != nil {
		return err
	}
	if err := clock.set(ctx, 0); err != nil {
		return err
	}
	if err := seedRegisters(ctx, a, true); err != nil {
		return err
	}
	if err := seedShown(ctx, a); err != nil {
		return fmt.Errorf("shown papers: %w", err)
	}
	if err := seedRisks(ctx, a, clock, newHazards()); err != nil {
		return err
	}
	if err := seedPlans(ctx, a, clock); err != nil {
		return fmt.Errorf("plans: %w", err)
	}
	if err := seedProcurement(ctx, a, clock); err != nil {
		return fmt.Errorf("plans of procurement: %w", err)
	}
	if err := seedMeetings(ctx, a, clock); err != nil {
		return fmt.Errorf("meetings: %w", err)
	}
	if err := seedContracts(ctx, a); err != nil {
		return fmt.Errorf("contracts: %w", err)
	}
	if err := seedArchive(ctx, a); err != nil {
		return err
	}
	if err := seedTransfers(ctx, a, clock); err != nil {
		return fmt.Errorf("transfers: %w", err)
	}
	if err := seedDisputes(ctx, a, clock); err != nil {
		return fmt.Errorf("disputes: %w", err)
	}
	return pg.InTx(ctx, a.DB, func(tx pg.Tx) error {
		_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "demo.seed.completed", Object: "demonstration", ObjectID: access.System.User})
		return err
	})
}

func seedPeople(ctx context.Context, a *app.App, tx pg.Tx) error {
	for _, c := range append([]*company{operator, hospital, railway, water}, suppliers...) {
		if err := c.create(ctx, tx); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	for _, p := range people {
		p.actor = access.Actor{User: uuid.Must(uuid.NewV7()), Org: p.company.id, Type: p.userType, Name: p.first + " " + p.last, Email: p.email,
			Privileges: access.Titles[p.userType]}
		if err := a.Identity.CreateAdministrator(ctx, tx, p.actor, p.first, p.last, p.company.phone, Password); err != nil {
			return fmt.Errorf("%s: %w", p.email, err)
		}
	}
	return nil
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
