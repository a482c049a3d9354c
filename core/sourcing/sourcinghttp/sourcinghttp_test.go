package sourcinghttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing/sourcinghttp"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// callers admits by name; sessions are identity's and tested there.
type callers map[string]access.Actor

func (c callers) Authenticate(_ context.Context, token, _ string) (access.Actor, bool, error) {
	a, ok := c[token]
	if !ok {
		return a, false, fault.Unauthenticated.New("")
	}
	return a, false, nil
}

type counter struct {
	*testing.T
	buyer, operator *httpkit.BFF
	people          callers
}

func open(t *testing.T) *counter {
	t.Helper()
	db := pgtest.New(t)
	svc := sourcingsvc.New(db, partysvc.New(db), sourcingsvc.Outside{Payable: func() []money.Currency { return []money.Currency{"KES"} }, Fee: func(money.Amount) bool { return true }})
	c := &counter{T: t, people: callers{}}
	for name, x := range map[string]struct {
		kind string
		t    access.UserType
	}{"buyer": {"buyer", access.Buyer}, "rival": {"buyer", access.Buyer}, "qed": {"operator", access.Operator}, "supplier": {"supplier", access.Supplier}} {
		c.people[name] = person(t, db, x.kind, x.t)
	}
	mount := func(app string, desk sourcinghttp.Desk) *httpkit.BFF {
		b := httpkit.New(httpkit.Config{App: app, Auth: c.people, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		sourcinghttp.Mount(b, sourcinghttp.Deps{Sourcing: svc}, desk)
		return b
	}
	c.buyer, c.operator = mount("buyer", sourcinghttp.BuyerDesk), mount("operator", sourcinghttp.OperatorDesk)
	return c
}

func person(t *testing.T, db *pgxpool.Pool, kind string, of access.UserType) access.Actor {
	t.Helper()
	a := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: of, Name: kind, Privileges: access.Titles[of]}
	_, err := pgtest.Do(t.Context(), db, `INSERT INTO company (id, kind, name, country, created_at) VALUES ($1, $2, $2, 'KE', now())`, a.Org, kind)
	if err == nil {
		_, err = pgtest.Do(t.Context(), db, `INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
			VALUES ($1, $2, $3, $4, 'A', 'B', 'active', now())`, a.User, a.Org, string(of), a.User.String()+"@example.org")
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// call sends a request and checks the status; it returns the answer.
func (c *counter) call(b *httpkit.BFF, who, method, path, body string, want int) map[string]any {
	c.Helper()
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod(method)
	ctx.Request.SetRequestURI(path)
	ctx.Request.SetBodyString(body)
	ctx.Request.Header.Set("Authorization", "Bearer "+who)
	ctx.Request.Header.Set("Content-Type", "application/json")
	if strings.Contains(path, "/import") {
		ctx.Request.Header.Set("Content-Type", "application/octet-stream")
	}
	b.Handler()(&ctx)
	raw := ctx.Response.Body()
	if status := ctx.Response.StatusCode(); status != want {
		c.Fatalf("%s %s by %s: %d %s", method, path, who, status, raw)
	}
	out := map[string]any{}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &out); err != nil {
			c.Fatal(err)
		}
	}
	return out
}

// at checks that a problem names a field.
func (c *counter) at(problem map[string]any, pointer, code string) {
	c.Helper()
	errors, _ := problem["errors"].([]any)
	for _, e := range errors {
		if f := e.(map[string]any); f["pointer"] == pointer && f["code"] == code {
			return
		}
	}
	c.Fatalf("%v does not name %s", problem, pointer)
}

const category = `{"name": "Pumps", "currency": "KES", "bid_fee": "1000", "opens_at": "2026-01-01T00:00:00Z", "closes_at": "2099-01-01T00:00:00Z",
	"technical_weight": "70", "financial_weight": "30"}`

func TestTheSameWorkOnBothDesks(t *testing.T) {
	c := open(t)
	buyerID := c.people["buyer"].Org.String()
	for _, x := range []struct {
		b         *httpkit.BFF
		base, who string
		of        string
	}{{c.buyer, "/api/buyer", "buyer", ""}, {c.operator, "/api/operator", "qed", "?buyer_id=" + buyerID}} {
		job := c.call(x.b, x.who, "POST", x.base+"/jobs"+x.of, `{"activity": "tender", "code": "`+x.who+`", "title": "Works"}`, 201)["id"].(string)
		id := c.call(x.b, x.who, "POST", x.base+"/jobs/"+job+"/categories", category, 201)["id"].(string)
		path := x.base + "/categories/" + id
		section := c.call(x.b, x.who, "POST", path+"/sections", `{"name": "Experience"}`, 201)["id"].(string)
		question := c.call(x.b, x.who, "POST", path+"/questions", `{"section_id": "`+section+`", "prompt": "Years", "response_type": "number", "scored": true,
			"max_score": "5", "bands": [{"upper": "3", "score": "0"}, {"lower": "3", "score": "5"}]}`, 201)["id"].(string)
		c.call(x.b, x.who, "POST", path+"/questions/"+question+"/move", `{"section_id": "`+section+`", "position": 0}`, 204)
		c.call(x.b, x.who, "POST", path+"/items/paste", `{"text": "Pump\teach\t1,250.5", "language": "en"}`, 200)
		d := c.call(x.b, x.who, "GET", path, "", 200)
		item := d["items"].([]any)[0].(map[string]any)
		if d["bid_fee"] != "1000.0000" || item["quantity"] != "1250.500000" || len(d["findings"].([]any)) != 0 || d["reference"].(string)[:3] != "ZB/" {
			t.Fatalf("%v", d)
		}
		preview, _ := json.Marshal(c.call(x.b, x.who, "GET", path+"/preview", "", 200))
		told := bytes.ReplaceAll(preview, []byte(`"max_score":"5.000000"`), nil) // how much a question counts, and no more
		if len(told) == len(preview) || bytes.Contains(told, []byte("score")) || bytes.Contains(told, []byte("bands")) {
			t.Errorf("%s", preview)
		}
		// Without an opener's process nothing is published, and nothing is half-published.
		c.call(x.b, x.who, "POST", path+"/publish", "", 503)
		c.call(x.b, "supplier", "GET", path, "", 403)
		c.call(x.b, "nobody", "GET", path, "", 401)
	}
	if got := c.call(c.operator, "qed", "GET", "/api/operator/jobs?limit=1&buyer_id="+buyerID, "", 200); got["total"] != 2.0 || got["next"] == "" {
		t.Errorf("%v", got)
	}
}

func TestScope(t *testing.T) {
	c := open(t)
	c.at(c.call(c.operator, "qed", "GET", "/api/operator/jobs", "", 422), "/buyer_id", fault.Required)
	c.call(c.buyer, "buyer", "GET", "/api/buyer/jobs?buyer_id="+c.people["rival"].Org.String(), "", 403)
	job := c.call(c.buyer, "buyer", "POST", "/api/buyer/jobs", `{"activity": "tender", "code": "1", "title": "Works"}`, 201)["id"].(string)
	c.call(c.buyer, "rival", "GET", "/api/buyer/jobs/"+job, "", 404)
	c.call(c.buyer, "rival", "POST", "/api/buyer/jobs/"+job+"/categories", category, 404)
	c.call(c.buyer, "qed", "GET", "/api/buyer/jobs/"+job, "", 403) // the other desk's people do not stand here
	c.call(c.operator, "qed", "GET", "/api/operator/jobs/"+job, "", 200)
}

func TestErrorsPointAtTheirField(t *testing.T) {
	c := open(t)
	job := c.call(c.buyer, "buyer", "POST", "/api/buyer/jobs", `{"activity": "tender", "code": "1", "title": "Works"}`, 201)["id"].(string)
	c.at(c.call(c.buyer, "buyer", "POST", "/api/buyer/jobs", `{"activity": "tender", "code": " ", "title": "Works"}`, 422), "/code", fault.Required)
	wrong := strings.Replace(category, `"1000"`, `"1,000"`, 1)
	c.at(c.call(c.buyer, "buyer", "POST", "/api/buyer/jobs/"+job+"/categories", wrong, 422), "/bid_fee", fault.BadFormat)
	number := strings.Replace(category, `"1000"`, `1000`, 1)
	c.at(c.call(c.buyer, "buyer", "POST", "/api/buyer/jobs/"+job+"/categories", number, 422), "/bid_fee", fault.BadFormat)
	put := `{"version": 7, "code": "1", "title": "Works"}`
	if p := c.call(c.buyer, "buyer", "PUT", "/api/buyer/jobs/"+job, put, 409); p["code"] != "sourcing.changed_meanwhile" {
		t.Error(p)
	}
	if p := c.call(c.buyer, "buyer", "POST", "/api/buyer/jobs/import?file_name=x.json", `{"tender": {`, 422); p["code"] != "sourcing.import_invalid" {
		t.Error(p)
	}
	c.call(c.buyer, "buyer", "POST", "/api/buyer/jobs/import?file_name=x.json", `{"ocid": "o", "tender": {"id": "9", "title": "Roads"}}`, 201)
}

// Both desks have the same operations: paths and shapes, and the privileges too but
// for those by which a row asks the operator's people.
func TestDesksAreAlike(t *testing.T) {
	c := open(t)
	a, b := c.buyer.Guards(), c.operator.Guards()
	if len(a) != len(b) || len(a) < 30 {
		t.Fatalf("%d and %d operations", len(a), len(b))
	}
	for i := range a {
		alike := a[i].Guard.Privilege == b[i].Guard.Privilege || slices.Contains(b[i].Guard.OneOf, a[i].Guard.Privilege)
		if a[i].Method != b[i].Method || a[i].Path != b[i].Path || a[i].ID != b[i].ID || !alike {
			t.Errorf("%+v and %+v", a[i], b[i])
		}
		if a[i].Method != "GET" && (a[i].Guard.Privilege == "" || b[i].Guard.Privilege == "" && len(b[i].Guard.OneOf) == 0) {
			t.Errorf("%s changes something without a privilege", a[i].ID)
		}
	}
	schemas := func(b *httpkit.BFF) string {
		doc, err := b.OpenAPI()
		if err != nil {
			t.Fatal(err)
		}
		var v struct {
			Components struct{ Schemas json.RawMessage }
		}
		if err := json.Unmarshal(doc, &v); err != nil {
			t.Fatal(err)
		}
		return string(v.Components.Schemas)
	}
	if s := schemas(c.buyer); s == "" || s != schemas(c.operator) {
		t.Error("the shapes differ")
	}
}

// The operator's people write each activity by the privileges of its row, and by no
// other that the operation lets through for another activity.
func TestTheActivityDecidesByWhichRightTheOperatorWrites(t *testing.T) {
	c := open(t)
	for name, title := range map[string]access.Privilege{"conducts": access.ManageJob, "authors": access.ManageCategory, "asks": access.ManageCriteria} {
		who := c.people["qed"]
		who.Privileges = []access.Privilege{title}
		c.people[name] = who
	}
	section := `{"name": "Papers"}`
	whole := strings.Replace(category, "{", `{"without": [], `, 1)
	for activity, x := range map[string]struct{ author, asker string }{
		"tender":                {"authors", "asks"},
		"asset_disposal":        {"authors", "authors"},
		"supplier_registration": {"conducts", "conducts"},
		"risk_management":       {"authors", "asks"},
	} {
		job := c.call(c.operator, "conducts", "POST", "/api/operator/jobs?buyer_id="+c.people["buyer"].Org.String(),
			`{"activity": "`+activity+`", "code": "`+activity+`", "title": "Works"}`, 201)["id"].(string)
		at := "/api/operator/jobs/" + job + "/categories"
		var made string
		for _, who := range []string{"conducts", "authors", "asks"} {
			want := 403
			if who == x.author {
				want = 201
			}
			if answer := c.call(c.operator, who, "POST", at, whole, want); want == 201 {
				made = answer["id"].(string)
			}
		}
		for _, who := range []string{"conducts", "authors", "asks"} {
			want := 403
			if who == x.asker {
				want = 201
			}
			c.call(c.operator, who, "POST", "/api/operator/categories/"+made+"/sections", section, want)
		}
	}
}
