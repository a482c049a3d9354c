package main

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
)

// Whether an address has an account is in no byte of an answer and in no header:
// what is compared is all that goes over the line, but for the moment and the
// number of the answer.
func TestAnswersForNamesAreTheSameToTheByte(t *testing.T) {
	t.Parallel()
	a := app.New(app.Outside{DB: pgtest.New(t), SignIn: identitysvc.Settings{Neutral: true}})
	addresses := map[string]string{"nobody": "nobody@example.org"}
	for name, kind := range map[string]access.UserType{"a supplier": access.Supplier, "a buyer": access.Buyer} {
		p := signIn(t.Context(), t, a, persona{name: name, t: kind, holds: titles(kind)})
		addresses[name] = mustActor(t, a, p.token).Email
	}
	number := regexp.MustCompile(`(?m)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|^Date:.*$|"request_id":"[^"]*"|^X-(Request-Id|Server-Time):.*$`)
	for _, family := range []string{"supplier", "buyer"} {
		handler := bffs[family](a).Handler()
		for name, ask := range map[string]func(visit, string) *fasthttp.Response{
			"sign-in": func(v visit, email string) *fasthttp.Response {
				return v.send(http.MethodPost, "/api/"+family+"/authentication/login", `{"username":"`+email+`","password":"wrong12"}`)
			},
			"reset": func(v visit, email string) *fasthttp.Response {
				return v.send(http.MethodPost, "/api/"+family+"/authentication/request-reset-email/", `{"email":"`+email+`"}`)
			},
			"activation": func(v visit, email string) *fasthttp.Response {
				return v.send(http.MethodPost, "/api/"+family+"/authentication/account/activation/", `{"email":"`+email+`"}`)
			},
		} {
			said := map[string]string{}
			for who, email := range addresses {
				r := ask(visit{handler: handler, cookies: map[string]string{}, site: "same-origin"}, email)
				if r.StatusCode() >= 500 || r.StatusCode() == http.StatusNotFound {
					t.Fatalf("%s, %s: %d %s", family, name, r.StatusCode(), r.Body())
				}
				said[who] = number.ReplaceAllString(r.String(), "-")
			}
			for who, text := range said {
				if text != said["nobody"] {
					t.Errorf("%s of %s asks for %s:\n%s\nand nobody:\n%s", family, who, name, text, said["nobody"])
				}
			}
		}
	}
}
