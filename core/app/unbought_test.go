package app_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
	"zabuni.org/core/party"
)

// ofAnOwner names the methods of a service by which somebody acts on or reads what an owner has.
func ofAnOwner(service any) (names []string) {
	actor, id := reflect.TypeFor[access.Actor](), reflect.TypeFor[uuid.UUID]()
	for m := range reflect.TypeOf(service).Methods() {
		if f := m.Type; f.NumIn() >= 5 && f.In(2) == actor && f.In(3) == id {
			names = append(names, m.Name)
		}
	}
	return names
}

// The operator's people check no paper and visit nobody for a buyer that has not bought it, by no
// act and no reading, be it that it never did, bought the other service, or buys it no more.
func TestWhatIsNotBoughtIsRefusedByEveryCheckAndVisit(t *testing.T) {
	t.Parallel()
	c, _ := opened(t)
	a, owner, bid, licence := c.Person("operator", access.Operator, uuid.Nil), c.Officer.Org, c.Submission(c.Bidders[0]), c.Questions["Licence"].ID
	part := assurance.Part{Submission: bid, Turn: assurance.First}
	valid := assurance.Finding{Verdict: assurance.Valid}
	checks, visits, ctx := c.Assurance, c.Diligence, t.Context()
	question := diligence.Question{Prompt: "Is it there?", Kind: diligence.YesNo}
	photo := diligencesvc.Photo{ID: uuid.New(), Name: "gate.png", Bytes: dot(t)}
	c.Must(visits.Declare(ctx, c.Officer, owner, c.ID, opening.InterestNone, ""))
	asked, err := visits.Ask(ctx, c.Officer, owner, c.ID, nil, question)
	c.Must(err)
	at := story.Noon.AddDate(0, 2, 0)
	c.Must(only(visits.Plan(ctx, c.Officer, owner, bid, diligence.Plan{At: &at, Place: "Godown 7", People: "J. Otieno"}, 0)))
	photo.Question = asked
	c.Must(visits.AddPhoto(ctx, c.Officer, owner, bid, photo))
	type act = map[string]func() error
	all := map[string]act{
		party.ManagedSourcing: {
			"Check":     func() error { return only(checks.Check(ctx, a, owner, part, licence, valid, 0)) },
			"Controls":  func() error { _, _, err := checks.Controls(ctx, a, owner, c.Job); return err },
			"Declare":   func() error { return checks.Declare(ctx, a, owner, c.ID, opening.InterestNone, "") },
			"Desk":      func() error { return only(checks.Desk(ctx, a, owner, c.ID)) },
			"Finish":    func() error { return checks.Finish(ctx, a, owner, part) },
			"Give":      func() error { return checks.Give(ctx, a, owner, part, c.Second.User, 0) },
			"SetSample": func() error { return checks.SetSample(ctx, a, owner, c.ID, 50, 0) },
			"Sheet":     func() error { return only(checks.Sheet(ctx, a, owner, bid, assurance.First)) },
		},
		party.DueDiligence: {
			"AddPhoto":    func() error { return visits.AddPhoto(ctx, a, owner, bid, photo) },
			"Ask":         func() error { return only(visits.Ask(ctx, a, owner, c.ID, nil, question)) },
			"Conduct":     func() error { return only(visits.Conduct(ctx, a, owner, bid, diligencesvc.Conducted{})) },
			"Declare":     func() error { return visits.Declare(ctx, a, owner, c.ID, opening.InterestNone, "") },
			"Desk":        func() error { return only(visits.Desk(ctx, a, owner, c.ID)) },
			"Find":        func() error { return only(visits.Find(ctx, a, owner, bid, "It is there", 0)) },
			"Photo":       func() error { return only(visits.Photo(ctx, a, owner, bid, photo.ID)) },
			"Plan":        func() error { return only(visits.Plan(ctx, a, owner, bid, diligence.Plan{}, 0)) },
			"RemovePhoto": func() error { return visits.RemovePhoto(ctx, a, owner, bid, photo.ID) },
			"Sheet":       func() error { return only(visits.Sheet(ctx, a, owner, bid)) },
			"Unask":       func() error { return visits.Unask(ctx, a, owner, c.ID, asked) },
		},
	}
	for service, of := range map[string]any{party.ManagedSourcing: (*assurancesvc.Service)(nil), party.DueDiligence: (*diligencesvc.Service)(nil)} {
		for _, name := range ofAnOwner(of) {
			if all[service][name] == nil {
				t.Errorf("nobody asks whether %s of %T wants the service", name, of)
			}
		}
	}
	refused := func(when, service string) {
		for name, do := range all[service] {
			if err := do(); !errors.Is(err, party.ServiceOff) {
				t.Errorf("%s, %s: %s: %v", service, when, name, err)
			}
		}
	}
	buy := func(services ...string) {
		var list []party.Purchase
		for _, s := range services {
			list = append(list, party.Purchase{Service: s, Starts: story.Noon.Add(-time.Hour)})
		}
		c.Must(c.Party.SetServices(ctx, a, owner, list))
	}
	other := map[string]string{party.ManagedSourcing: party.DueDiligence, party.DueDiligence: party.ManagedSourcing}
	for service, of := range all {
		refused("never bought", service)
		buy(other[service])
		refused("another bought", service)
		buy(service)
		for _, name := range []string{"Declare", "Desk"} { // it is for nothing else that they are refused
			if err := of[name](); err != nil {
				t.Errorf("%s, bought: %s: %v", service, name, err)
			}
		}
		buy()
		refused("bought no more", service)
	}
	c.Is(c.TryDeclare(a, evaluationsvc.InterestNone), party.ServiceOff)
}
