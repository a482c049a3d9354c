// Package sourcinghttp is the operations of jobs and categories that the buyers'
// and the operator's desks share: the same paths and shapes, another scope.
package sourcinghttp

import (
	"cmp"
	"context"
	"net/http"
	"slices"

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
	m.assets()
	m.attachments()
	m.clarifications()
	m.addenda()
	m.invitations()
	m.lists()
	m.intakes()
	m.imports()
	m.doors()
	m.finds()
}

// op registers one operation; no act means that seeing the work of buyers is enough.
func op[I, O any](m desk, act sourcing.Act, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	guard := access.Sees(m.Type, access.Work)
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
		Activity  sourcing.Activity           `json:"activity"`
		Steps     []sourcing.StepName         `json:"steps"`
		Best      sourcing.Direction          `json:"best_price"`
		Prefix    string                      `json:"prefix"`
		Regime    sourcing.RegimeCode         `json:"regime"`
		Fields    []sourcing.Field            `json:"fields" doc:"What a category has besides its common fields"`
		Optional  []sourcing.StepName         `json:"optional" doc:"Steps that a category may do without"`
		Usually   []sourcing.StepName         `json:"usually_without" doc:"Those of them that it does without unless its author says otherwise"`
		Lacking   map[string][]sourcing.Field `json:"lacking" doc:"By optional step: the fields that a category without it lacks"`
		Envelopes []Envelope                  `json:"envelopes" doc:"Of a submission, in the order of their opening"`
		Openers   int                         `json:"openers" doc:"People who must open together at least; none: the clock opens"`
		Method    sourcing.Method             `json:"method"`
		Ties      []sourcing.Tie              `json:"ties" doc:"What separates equal bids, in this order"`
		Selects   sourcing.Choice             `json:"selects" doc:"Whom a decision chooses"`
		Lines     sourcing.Lines              `json:"lines" doc:"Which items a bid must price"`
		Listed    bool                        `json:"listed" doc:"Everybody may read of it without an account, unless its buyer keeps it out"`
		Judged    bool                        `json:"judged" doc:"People judge submissions before there is a result"`
		Weighs    bool                        `json:"weighs" doc:"The author divides 100 per cent between technical and financial"`
		Privilege access.Privilege            `json:"privilege" doc:"A supplier's user needs it to take part; may be empty"`
	}
	// Envelope is a part of a submission with a key of its own.
	Envelope struct {
		Name  sourcing.EnvelopeName `json:"name"`
		Holds []sourcing.StepName   `json:"holds" enum:"criteria,items"`
		Opens sourcing.Status       `json:"opens" doc:"Where the category stands once it is open"`
	}
	// Regime is a law or house rule.
	Regime struct {
		Code           sourcing.RegimeCode `json:"code"`
		MinOpenDays    map[string]int      `json:"min_open_days" doc:"By activity"`
		StandstillDays int                 `json:"standstill_days"`
		Arithmetic     sourcing.Arithmetic `json:"arithmetic"`
	}
	// ResponseType is what a kind of answer can have.
	ResponseType struct {
		Type    sourcing.ResponseType `json:"type"`
		Options bool                  `json:"options"`
		Many    bool                  `json:"many"`
		Fixed   []string              `json:"fixed"`
		Bands   bool                  `json:"bands"`
	}
	// Activities is the table of activities with what goes with it.
	Activities struct {
		Items         []ActivityPolicy       `json:"items"`
		Regimes       []Regime               `json:"regimes"`
		ResponseTypes []ResponseType         `json:"response_types"`
		PriceFormulas []sourcing.FormulaName `json:"price_formulas"`
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
			Code:           sourcing.RegimeCode(r.Code),
			MinOpenDays:    days,
			StandstillDays: r.StandstillDays,
			Arithmetic:     r.Arithmetic,
		})
	}
	for _, r := range sourcing.ResponseRules {
		out.ResponseTypes = append(out.ResponseTypes, ResponseType{
			Type:    r.Type,
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
		Activity: p.Activity,
		Steps:    p.Steps.Names(),
		Best:     p.Best,
		Prefix:   p.Prefix,
		Regime:   sourcing.RegimeCode(p.Regime),
		Fields:   p.Fields(),
		Optional: p.Optional.Names(),
		Usually:  p.Usually.Names(),
		Lacking:  lacking(p),
		Envelopes: httpkit.Each(p.Envelopes, func(e sourcing.Envelope) Envelope {
			return Envelope{Name: sourcing.EnvelopeName(e.Name), Holds: e.Holds.Names(), Opens: e.Opens}
		}),
		Openers:   p.Openers,
		Method:    p.Method,
		Ties:      httpkit.Each(p.Ties, same),
		Selects:   p.Selects,
		Lines:     sourcing.Lines(cmp.Or(p.Lines, sourcing.EveryLine)),
		Listed:    p.Listed,
		Judged:    p.Judged(),
		Weighs:    p.Weighs(),
		Privilege: p.Supplier,
	}
}

// lacking tells by optional step which fields go with it.
func lacking(p sourcing.Policy) map[string][]sourcing.Field {
	out := map[string][]sourcing.Field{}
	for _, name := range p.Optional.Names() {
		step, _ := sourcing.StepsOf([]sourcing.StepName{name})
		without := p.Less(step)
		without.Optional = p.Optional // what it does without stays to be said
		left := without.Fields()
		out[string(name)] = slices.DeleteFunc(p.Fields(), func(field sourcing.Field) bool { return slices.Contains(left, field) })
	}
	return out
}

func same[T any](v T) T { return v }

// MountActivities registers the table of activities for a user type.
func MountActivities(b *httpkit.BFF, t access.UserType) {
	httpkit.Route(b, access.Only(t), httpkit.Operation{ID: "activities", Method: http.MethodGet, Path: "/activities", Tag: "sourcing",
		Summary: "In what activities differ"}, func(context.Context, *struct{}) (*httpkit.Body[Activities], error) {
		return &httpkit.Body[Activities]{Body: activities()}, nil
	})
}
