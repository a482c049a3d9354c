package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/access"
	"zabuni.org/core/app"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/pg"
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
			if _, err := tx.Exec(ctx, "DELETE FROM role_privilege WHERE role_id IN (SELECT role_id FROM account_role WHERE account_id = $1)", actor.User); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "UPDATE account SET two_fa = $1 WHERE id = $2", p.pending, actor.User)
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

// address fills a path with ids of nothing.
func address(path string) string {
	return placeholder.ReplaceAllStringFunc(path, func(name string) string {
		switch strings.Trim(name, "{}") {
		case "envelope":
			return "technical"
		case "id":
			return "KE"
		case "kind":
			return "award"
		}
		return uuid.NewString()
	})
}

// deeper: where the guard names a type alone, the use case may ask for a
// privilege that depends on the object.
func deeper(guard string) bool { return !strings.Contains(guard, ":") && guard != "public" }

// knock is one call with a token alone.
func knock(h fasthttp.RequestHandler, method, path, token string) (status int, code string) {
	a := call(h, persona{token: token}, method, path, nil)
	return a.status, a.code
}
