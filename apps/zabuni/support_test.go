package main

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
)

// TestSupportTableNamesOperations holds support.golden against the guards: what
// it closes is closed, and nothing else is. The matrix drives the view itself.
func TestSupportTableNamesOperations(t *testing.T) {
	t.Parallel()
	m := &matrix{support: table(t, "support.golden", 4)}
	a, used := app.New(app.Outside{}), map[string]bool{}
	for desk, build := range bffs {
		for _, g := range build(a).Guards() {
			named := m.inSupport(row{app: desk, method: g.Method, path: g.Path})
			used[desk+g.Method+g.Path], used["*"+g.Method+g.Path] = true, true
			if g.Method == http.MethodGet && named != g.Guard.Closed {
				t.Errorf("%s GET %s: closed to support %v, in the table %v", desk, g.Path, g.Guard.Closed, named)
			}
		}
	}
	for _, x := range m.support {
		if !used[x[0]+x[1]+x[2]] {
			t.Errorf("%v is in the table and no operation", x)
		}
	}
}

// A support view ends by its own way out, and only an operator's session can have one.
func TestSupportViewIsBegunAndEndedOverHTTP(t *testing.T) {
	t.Parallel()
	a := app.New(app.Outside{DB: pgtest.New(t)})
	ctx := t.Context()
	customer := signIn(ctx, t, a, persona{name: "customer", t: access.Buyer, holds: titles(access.Buyer)})
	operator := signIn(ctx, t, a, persona{name: "operator", t: access.Operator, holds: titles(access.Operator)})
	who, _, err := a.Identity.Authenticate(ctx, customer.token, "")
	if err != nil {
		t.Fatal(err)
	}
	handlers := map[string]fasthttp.RequestHandler{}
	for name, build := range bffs {
		handlers[name] = build(a).Handler()
	}
	send := func(desk, path, token, body string) (int, map[string]any) {
		t.Helper()
		answer := visit{handler: handlers[desk], token: token}.send(http.MethodPost, "/api/"+desk+path, body)
		var out map[string]any
		_ = json.Unmarshal(answer.Body(), &out)
		return answer.StatusCode(), out
	}
	if status, _ := send("operator", "/support/"+who.Org.String(), customer.token, `{"reason":"curious"}`); status != http.StatusForbidden {
		t.Fatal("a customer looks at consoles:", status)
	}
	if status, _ := send("operator", "/support/"+uuid.NewString(), operator.token, `{"reason":"Ticket 4711"}`); status != http.StatusNotFound {
		t.Fatal("a console of nobody:", status)
	}
	if status, out := send("operator", "/support/"+who.Org.String(), operator.token, `{"reason":" "}`); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest {
		t.Fatal("no reason is asked for:", status, out)
	}
	status, began := send("operator", "/support/"+who.Org.String(), operator.token, `{"reason":"Ticket 4711"}`)
	if status != http.StatusOK || began["user_type"] != "buyer" {
		t.Fatal(status, began)
	}
	if status, out := send("buyer", "/support/end", customer.token, ""); status != http.StatusForbidden {
		t.Fatal("a customer ends a view:", status, out)
	}
	status, ended := send("buyer", "/support/end", began["access_token"].(string), "")
	if status != http.StatusOK || ended["user_type"] != "qed" {
		t.Fatal(status, ended)
	}
	if _, _, err := a.Identity.Authenticate(ctx, ended["access_token"].(string), ""); err != nil {
		t.Fatal("the operator's own console is lost:", err)
	}
	views, err := a.Identity.SupportOf(ctx, mustActor(t, a, ended["access_token"].(string)), who.Org)
	if err != nil || len(views.Views) != 1 || views.Views[0].EndedAt == nil {
		t.Fatal(views, err)
	}
}

func mustActor(t *testing.T, a *app.App, token string) access.Actor {
	t.Helper()
	actor, _, err := a.Identity.Authenticate(t.Context(), token, "")
	if err != nil {
		t.Fatal(err)
	}
	return actor
}
