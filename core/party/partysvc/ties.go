package partysvc

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/pg"
)

// OwnerFilter narrows a search for directors and shareholders; nothing is found without
// something to look for.
type OwnerFilter struct {
	Search string
	Roles  []party.Role
	Kinds  []party.OwnerKind
}

// An OwnerFound is somebody in the register of a company; who was entered several times,
// with each change, stands there once.
type OwnerFound = partydb.OwnerHitsRow

// FindOwners is one page of the directors and shareholders that are the closest to what
// was typed. A number is found as a whole or not at all; byNumber says that one was.
func FindOwners(ctx context.Context, db pg.DB, f OwnerFilter, after string, limit int) (out page.Of[OwnerFound], byNumber bool, err error) {
	c, err := page.Parse(after)
	if err != nil {
		return out, false, err
	}
	t, _, err := terms(ctx, db, f.Search)
	if err != nil || !t.Some() {
		return out, false, err
	}
	one := len(f.Roles) == 1
	wanted := partydb.OwnerHitsParams{
		Directors:    one && f.Roles[0] == party.Director,
		Shareholders: one && f.Roles[0] == party.Shareholder,
		Kinds:        closed.Values(f.Kinds...),
		Typed:        t.Text,
		MaxRows:      MaxFound,
		Signs:        t.Signs,
		Longest:      t.Longest,
		Patterns:     t.Patterns,
		PieceA:       t.Pieces[0],
		PieceB:       t.Pieces[1],
		PieceC:       t.Pieces[2],
		Second:       t.Second,
		Two:          t.Two,
		Close:        party.Alike,
	}
	found, err := q.OwnerHits(ctx, db, wanted)
	if err == nil && len(found) == 0 && t.May() {
		wanted.Misspelt = true
		found, err = q.OwnerHits(ctx, db, wanted)
	}
	for i := range found {
		found[i].Identity = party.Masked(found[i].Identity)
	}
	return cut(found, c, limit, func(o OwnerFound) uuid.UUID { return o.ID }), t.Signs != "", err
}

// A Knot is a company that ties lead to.
type Knot struct {
	ID   uuid.UUID
	Name string
}

// A Tie is what two companies have in common, or that one owns the other (A owns B).
type Tie struct {
	A, B     Knot
	Kind     party.TieKind
	Name     string // of the person or organisation; the phone, the address, the number for tax
	Number   string // of the person or organisation, masked
	ByNumber bool   // otherwise by the name alone
	Director bool
	Share    *money.Quantity
	From     time.Time
	Until    *time.Time // when it ended; nil: it stands
	Step     int        // how far from the company that was asked about
	apart    bool       // of these entries the one had ended before the other began
}

// maxKnots is how many companies are followed to the next step.
const maxKnots = 50

// Ties is what ties a supplier to others: what it shares with them, and who owns whom, two
// steps deep. Owners that own one another in a circle end it.
func Ties(ctx context.Context, db pg.DB, supplier uuid.UUID) (Knot, []Tie, error) {
	c, err := q.Company(ctx, db, supplier)
	if pg.NoRows(err) || err == nil && (c.Kind != string(access.Supplier) || c.Status != string(party.Active)) {
		return Knot{}, nil, party.NotFound.New("")
	}
	if err != nil {
		return Knot{}, nil, err
	}
	here := Knot{ID: c.ID, Name: c.Name}
	of := []uuid.UUID{supplier}
	all, err := shared(ctx, db, here)
	if err != nil {
		return here, nil, err
	}
	seen := map[uuid.UUID]bool{supplier: true}
	for step := 1; step <= 2 && len(of) > 0; step++ {
		rows, err := q.Holdings(ctx, db, of)
		if err != nil {
			return here, nil, err
		}
		var next []uuid.UUID
		for _, r := range rows {
			all = append(all, Tie{
				A:        Knot{ID: r.OwnerID, Name: r.Owner},
				B:        Knot{ID: r.CompanyID, Name: r.Company},
				Kind:     party.TieOwner,
				ByNumber: r.ByNumber,
				Director: r.Director,
				Share:    r.Share,
				From:     r.Since,
				Until:    r.Until,
				Step:     step,
			})
			for _, id := range []uuid.UUID{r.OwnerID, r.CompanyID} {
				if !seen[id] && len(next) < maxKnots {
					seen[id], next = true, append(next, id)
				}
			}
		}
		of = next
	}
	return here, once(all), nil
}

// shared are the ties of what a company has in common with others.
func shared(ctx context.Context, db pg.DB, here Knot) ([]Tie, error) {
	ids := []uuid.UUID{here.ID}
	people, err := q.SharedOwners(ctx, db, ids)
	if err != nil {
		return nil, err
	}
	var all []Tie
	for _, r := range people {
		t := Tie{
			A:        here,
			B:        Knot{ID: r.CompanyID, Name: r.Company},
			Kind:     party.TieKind(r.Kind),
			Name:     r.Name,
			Number:   party.Masked(cmp.Or(r.Identity, r.OtherIdentity)),
			ByNumber: r.ByNumber,
			From:     r.Since,
			Until:    r.Until,
			Step:     1,
		}
		// Both have them from the later day on, until the earlier one.
		if r.OtherSince.After(t.From) {
			t.From = r.OtherSince
		}
		if r.OtherUntil != nil && (t.Until == nil || r.OtherUntil.Before(*t.Until)) {
			t.Until = r.OtherUntil
		}
		if t.Until != nil && !t.Until.After(t.From) { // never at once: who left here has begun there
			t.From, t.apart = r.Since, true
			if r.OtherSince.Before(t.From) {
				t.From = r.OtherSince
			}
		}
		all = append(all, t)
	}
	counts, err := premises(ctx, db, here.ID)
	if err != nil {
		return nil, err
	}
	places, err := q.SharedPlaces(ctx, db, here.ID, counts)
	for _, r := range places {
		all = append(all, Tie{A: here, B: Knot{ID: r.CompanyID, Name: r.Company}, Kind: party.TieKind(r.What), Name: r.Value, ByNumber: true, Step: 1})
	}
	return all, err
}

// premises reports whether the address of a company says where it is.
func premises(ctx context.Context, db pg.DB, company uuid.UUID) (bool, error) {
	countries := make([]string, len(geo.Countries))
	for i, c := range geo.Countries {
		countries[i] = c.Name
	}
	at, err := q.Premises(ctx, db, countries, company)
	return party.Located(at.Premises, lines(at.Places)), err
}

// once leaves of the entries of one tie, made with each change, the last: from when the
// first began. Entries that were never at once count where no others were.
func once(all []Tie) []Tie {
	var out []Tie
	for _, t := range all {
		at := slices.IndexFunc(out, func(o Tie) bool {
			return o.A.ID == t.A.ID && o.B.ID == t.B.ID && o.Kind == t.Kind && o.Name == t.Name && o.Number == t.Number
		})
		if at < 0 {
			out = append(out, t)
			continue
		}
		o := &out[at]
		from, step := o.From, min(o.Step, t.Step)
		switch {
		case o.apart && !t.apart:
			*o, from = t, t.From
		case t.apart && !o.apart:
		default:
			if t.From.Before(from) {
				from = t.From
			}
			if o.Until != nil && (t.Until == nil || t.Until.After(*o.Until)) {
				*o = t
			}
		}
		o.From, o.Step = from, step
	}
	return out
}
