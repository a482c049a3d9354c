package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// titles are all privileges of a type, as a persona holds them.
func titles(t access.UserType) map[string]bool {
	out := map[string]bool{}
	for _, p := range access.Titles[t] {
		out[string(p)] = true
	}
	return out
}

func signIn(ctx context.Context, t *testing.T, a *app.App, p persona) persona {
	t.Helper()
	companies := map[access.UserType]string{access.Supplier: "supplier", access.Buyer: "buyer", access.Operator: "operator", access.Temp: "buyer"}
	sum := sha256.Sum256([]byte(p.name))
	actor := access.Actor{User: uuid.New(), Org: uuid.New(), Type: p.t, Name: p.name, Email: fmt.Sprintf("p%x@example.org", sum[:4])}
	err := pg.InTx(ctx, a.DB, func(tx pg.Tx) error {
		r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: p.name, Country: "KE", TaxID: fmt.Sprintf("%x", sum[:6])}}
		if err := partysvc.Create(ctx, tx, access.System, companies[p.t], actor.Org, r); err != nil {
			return err
		}
		if err := a.Identity.CreateAdministrator(ctx, tx, actor, "Per", "Sona", "254701234567", "simba42"); err != nil {
			return err
		}
		if p.holds == nil {
			if _, err := pgtest.Do(ctx, tx, "DELETE FROM role_privilege WHERE role_id IN (SELECT role_id FROM account_role WHERE account_id = $1)", actor.User); err != nil {
				return err
			}
		}
		_, err := pgtest.Do(ctx, tx, "UPDATE account SET two_fa = $1 WHERE id = $2", p.pending, actor.User)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	o, err := a.Identity.Login(ctx, identitysvc.Credentials{Username: actor.Email, Password: "simba42"}, identitysvc.Client{Network: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	p.token = o.Token
	return p
}
