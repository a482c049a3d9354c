package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/access"
	"zabuni.org/core/app"
	"zabuni.org/core/pgtest"
)

// closedToSupport is what the support view may not read though the customer's
// people may: sealed content, what is a person's own, and letters, of which the
// first look is noted in the customer's name. A person reads it before it changes.
var closedToSupport = []string{
	"/authentication/sessions", "/authentication/tfa", "/authentication/tfa/resend/",
	"/bids/{bid_id}", "/bids/{bid_id}/files/{file_id}", "/bids/{bid_id}/receipts/{submission_id}/pdf", "/bids/{bid_id}/template", "/categories/{category_id}/bid",
	"/categories/{category_id}/evaluation/prices", "/categories/{category_id}/evaluation/sheet", "/submissions/{submission_id}/files/{file_id}",
	"/uploads/{upload_id}", "supplier /letters/{letter_id}", "supplier /letters/{letter_id}/pdf",
}

// leavesSupport is all that may be sent from within a support view.
var leavesSupport = []string{"/authentication/refresh", "/authentication/logout", "/support/end"}

// supported is an operator's session that shows a customer's console.
func supported(t *testing.T, a *app.App, customer access.UserType) persona {
	t.Helper()
	ctx := t.Context()
	name := "support " + string(customer)
	of := signIn(ctx, t, a, persona{name: name + "'s customer", t: customer, holds: titles(customer)})
	op := signIn(ctx, t, a, persona{name: name, t: access.Operator, holds: titles(access.Operator)})
	who, _, err := a.Identity.Authenticate(ctx, of.token, "", true)
	if err != nil {
		t.Fatal(err)
	}
	operator, _, err := a.Identity.Authenticate(ctx, op.token, "", true)
	if err != nil {
		t.Fatal(err)
	}
	view, err := a.Identity.BeginSupport(ctx, operator, who.Org, "Ticket 4711", op.token)
	if err != nil {
		t.Fatal(err)
	}
	return persona{name: name, t: customer, holds: titles(customer), token: view.Token}
}

// TestSupportPersona drives the support view through every operation: what is
// not a GET answers 403, what is sealed answers 403, the rest answers as to the
// customer's own people.
func TestSupportPersona(t *testing.T) {
	t.Parallel()
	a := app.New(app.Outside{DB: pgtest.New(t)})
	people := []persona{supported(t, a, access.Buyer), supported(t, a, access.Supplier)}
	cells, closed := 0, map[string]bool{}
	for desk, build := range bffs {
		bff := build(a)
		handler := bff.Handler()
		for _, g := range bff.Guards() {
			if slices.Contains(leavesSupport, g.Path) {
				continue
			}
			for _, p := range people {
				cells++
				status, code := knock(handler, g.Method, "/api/"+desk+address(g.Path), p.token)
				name := desk + " " + g.Method + " " + g.Path + " for " + p.name
				isClosed := slices.Contains(closedToSupport, g.Path) || slices.Contains(closedToSupport, desk+" "+g.Path)
				want := expected(say(g.Guard), p)
				switch {
				case g.Method != http.MethodGet:
					if status != http.StatusForbidden || code != access.NotInSupport.Code {
						t.Errorf("%s answers %d %s", name, status, code)
					}
				case isClosed:
					closed[g.Path] = true
					if status != http.StatusForbidden {
						t.Errorf("sealed: %s answers %d %s", name, status, code)
					}
				case want != 0 && status != want:
					t.Errorf("too open: %s answers %d %s, want %d", name, status, code, want)
				case want == 0 && (status == http.StatusUnauthorized || status == http.StatusForbidden) && !deeper(say(g.Guard)):
					t.Errorf("too closed: %s answers %d %s", name, status, code)
				case g.Guard.Closed:
					t.Errorf("%s is closed to the support view and not in the table", name)
				}
			}
		}
	}
	for _, path := range closedToSupport {
		if _, bare, of := strings.Cut(path, " "); of {
			path = bare
		}
		if !closed[path] {
			t.Errorf("%s is in the table and no operation", path)
		}
	}
	t.Logf("%d cells", cells)
}

// A support view ends by its own way out, and only an operator's session can have one.
func TestSupportViewIsBegunAndEndedOverHTTP(t *testing.T) {
	t.Parallel()
	a := app.New(app.Outside{DB: pgtest.New(t)})
	ctx := t.Context()
	customer := signIn(ctx, t, a, persona{name: "customer", t: access.Buyer, holds: titles(access.Buyer)})
	operator := signIn(ctx, t, a, persona{name: "operator", t: access.Operator, holds: titles(access.Operator)})
	who, _, err := a.Identity.Authenticate(ctx, customer.token, "", true)
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
	if _, _, err := a.Identity.Authenticate(ctx, ended["access_token"].(string), "", true); err != nil {
		t.Fatal("the operator's own console is lost:", err)
	}
	views, err := a.Identity.SupportOf(ctx, mustActor(t, a, ended["access_token"].(string)), who.Org)
	if err != nil || len(views.Views) != 1 || views.Views[0].EndedAt == nil {
		t.Fatal(views, err)
	}
}

func mustActor(t *testing.T, a *app.App, token string) access.Actor {
	t.Helper()
	actor, _, err := a.Identity.Authenticate(t.Context(), token, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return actor
}
