// Package sourcinghttp is the operations of jobs and categories that the buyers'
// and the operator's desks share: the same paths and shapes, another scope.
package sourcinghttp

import (
	"cmp"
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Deps is what the operations need.
type Deps struct{ Sourcing *sourcingsvc.Service }

// A Desk is whose side of the counter the operations are mounted on.
type Desk struct {
	Type access.UserType
	// Company returns the company whose lists are read and for whom something is
	// created; asked is the buyer_id of the call, Nil without one.
	Company func(a access.Actor, asked uuid.UUID) (uuid.UUID, error)
}

// BuyerDesk acts for the actor's own company.
var BuyerDesk = Desk{
	Type: access.Buyer,
	Company: func(a access.Actor, asked uuid.UUID) (uuid.UUID, error) {
		if asked != uuid.Nil && asked != a.Org {
			return uuid.Nil, fault.Forbidden.New("another company")
		}
		return a.Org, nil
	},
}

// OperatorDesk acts for the buyer that the call names, or that owns the object.
var OperatorDesk = Desk{
	Type: access.Operator,
	Company: func(_ access.Actor, asked uuid.UUID) (uuid.UUID, error) {
		if asked == uuid.Nil {
			return asked, fault.Invalid.New("for which buyer").At("/buyer_id", fault.Required)
		}
		return asked, nil
	},
}

type desk struct {
	Desk
	b   *httpkit.BFF
	svc *sourcingsvc.Service
}

// Mount registers the operations of jobs, categories, criteria, items and invitations.
func Mount(b *httpkit.BFF, d Deps, side Desk) {
	m := desk{Desk: side, b: b, svc: d.Sourcing}
	MountActivities(b, side.Type)
	m.jobs()
	m.categories()
	m.criteria()
	m.items()
	m.invitations()
	m.lists()
	m.imports()
	m.doors()
}

// op registers one operation; no act means that the desk's user type is enough.
func op[I, O any](m desk, act sourcing.Act, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	guard := access.Only(m.Type)
	if act != "" {
		guard = sourcing.Guard(m.Type, act)
	}
	guarded(m, guard, method, path, id, summary, use)
}

// guarded is op for what is no act of a category's life.
func guarded[I, O any](m desk, guard access.Guard, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	httpkit.Route(m.b, guard, httpkit.Operation{ID: id, Method: method, Path: path, Tag: "sourcing", Summary: summary, Status: httpkit.Created(method, id)}, use)
}

// job is the caller and the owner of a job, read after the guard.
func (m desk) job(ctx context.Context, id uuid.UUID) (access.Actor, uuid.UUID, error) {
	a := httpkit.Actor(ctx)
	owner, err := m.svc.OwnerOfJob(ctx, a, id)
	return a, owner, err
}

// category is job for a category.
func (m desk) category(ctx context.Context, id uuid.UUID) (access.Actor, uuid.UUID, error) {
	a := httpkit.Actor(ctx)
	owner, err := m.svc.OwnerOfCategory(ctx, a, id)
	return a, owner, err
}

type (
	// JobPath names a job. Parts of an input are exported: Huma passes others over.
	JobPath struct {
		JobID uuid.UUID `path:"job_id" format:"uuid"`
	}
	// CategoryPath names a category.
	CategoryPath struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	// ForBuyer names the company that the operator acts for.
	ForBuyer struct {
		BuyerID uuid.UUID `query:"buyer_id" format:"uuid" doc:"Operator desk: the buyer company; required there"`
	}
	// PageQuery is the part of a list's query that says which page.
	PageQuery struct {
		After string `query:"after" maxLength:"200"`
		Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// Made is the id of what was created.
	Made struct {
		ID uuid.UUID `json:"id" format:"uuid"`
	}
	reasonBody struct {
		Reason string `json:"reason"`
	}
	// ActivityPolicy is in what one activity differs from the others.
	ActivityPolicy struct {
		Activity  string     `json:"activity"`
		Steps     []string   `json:"steps"`
		Best      string     `json:"best_price" enum:"lowest,highest,none"`
		Prefix    string     `json:"prefix"`
		Regime    string     `json:"regime"`
		Fields    []string   `json:"fields" doc:"What a category has besides its common fields"`
		Optional  []string   `json:"optional" doc:"Steps that a category may do without"`
		Usually   []string   `json:"usually_without" doc:"Those of them that it does without unless its author says otherwise"`
		Envelopes []Envelope `json:"envelopes" doc:"Of a submission, in the order of their opening"`
		Openers   int        `json:"openers" doc:"People who must open together at least; none: the clock opens"`
		Method    string     `json:"method" enum:"unranked,best_price,weighed"`
		Ties      []string   `json:"ties" enum:"higher_technical,better_price,higher_criterion,earlier_receipt,public_draw" doc:"What separates equal bids, in this order"`
		Selects   string     `json:"selects" enum:"all,one,line" doc:"Whom a decision chooses"`
		Lines     string     `json:"lines" enum:"every,any" doc:"Which items a bid must price"`
		Judged    bool       `json:"judged" doc:"People judge submissions before there is a result"`
		Weighs    bool       `json:"weighs" doc:"The author divides 100 per cent between technical and financial"`
		Privilege string     `json:"privilege" doc:"A supplier's user needs it to take part; may be empty"`
	}
	// Envelope is a part of a submission with a key of its own.
	Envelope struct {
		Name  string   `json:"name" enum:"technical,financial,bid"`
		Holds []string `json:"holds" enum:"criteria,items"`
		Opens string   `json:"opens" doc:"Where the category stands once it is open"`
	}
	// Regime is a law or house rule.
	Regime struct {
		Code           string         `json:"code"`
		MinOpenDays    map[string]int `json:"min_open_days" doc:"By activity"`
		StandstillDays int            `json:"standstill_days"`
		Arithmetic     string         `json:"arithmetic" enum:"correct,reject"`
	}
	// ResponseType is what a kind of answer can have.
	ResponseType struct {
		Type    string   `json:"type"`
		Options bool     `json:"options"`
		Many    bool     `json:"many"`
		Fixed   []string `json:"fixed"`
		Bands   bool     `json:"bands"`
	}
	// Activities is the table of activities with what goes with it.
	Activities struct {
		Items         []ActivityPolicy `json:"items"`
		Regimes       []Regime         `json:"regimes"`
		ResponseTypes []ResponseType   `json:"response_types"`
		PriceFormulas []string         `json:"price_formulas"`
	}
)

func activities() Activities {
	out := Activities{PriceFormulas: sourcing.PriceFormulas}
	for _, p := range sourcing.Policies {
		out.Items = append(out.Items, ToPolicy(p))
	}
	for _, r := range sourcing.Regimes {
		days := map[string]int{}
		for _, p := range sourcing.Policies {
			days[string(p.Activity)] = r.MinOpenDays(p.Activity)
		}
		out.Regimes = append(out.Regimes, Regime{
			Code:           r.Code,
			MinOpenDays:    days,
			StandstillDays: r.StandstillDays,
			Arithmetic:     string(r.Arithmetic),
		})
	}
	for _, r := range sourcing.ResponseRules {
		out.ResponseTypes = append(out.ResponseTypes, ResponseType{
			Type:    string(r.Type),
			Options: r.Options,
			Many:    r.Many,
			Fixed:   httpkit.Each(r.Fixed, same),
			Bands:   r.Bands,
		})
	}
	return out
}

// ToPolicy is a policy on the wire.
func ToPolicy(p sourcing.Policy) ActivityPolicy {
	return ActivityPolicy{
		Activity: string(p.Activity),
		Steps:    p.Steps.Names(),
		Best:     string(p.Best),
		Prefix:   p.Prefix,
		Regime:   p.Regime,
		Fields:   p.Fields(),
		Optional: httpkit.Each(p.Optional.Names(), same),
		Usually:  httpkit.Each(p.Usually.Names(), same),
		Envelopes: httpkit.Each(p.Envelopes, func(e sourcing.Envelope) Envelope {
			return Envelope{Name: e.Name, Holds: e.Holds.Names(), Opens: string(e.Opens)}
		}),
		Openers:   p.Openers,
		Method:    string(p.Method),
		Ties:      httpkit.Each(p.Ties, func(t sourcing.Tie) string { return string(t) }),
		Selects:   string(p.Selects),
		Lines:     string(cmp.Or(p.Lines, sourcing.EveryLine)),
		Judged:    p.Judged(),
		Weighs:    p.Weighs(),
		Privilege: string(p.Supplier),
	}
}

func same[T any](v T) T { return v }

// MountActivities registers the table of activities for a user type.
func MountActivities(b *httpkit.BFF, t access.UserType) {
	httpkit.Route(b, access.Only(t), httpkit.Operation{ID: "activities", Method: http.MethodGet, Path: "/activities", Tag: "sourcing",
		Summary: "In what activities differ"}, func(context.Context, *struct{}) (*httpkit.Body[Activities], error) {
		return &httpkit.Body[Activities]{Body: activities()}, nil
	})
}
