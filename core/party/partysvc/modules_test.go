package partysvc_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A module is not turned off while bidders count on a category of it, published or
// open; another buyer's, another module's and what has closed keep none on.
func TestAModuleStaysOnWhileBiddersCountOnIt(t *testing.T) {
	t.Parallel()
	w := story.New(t, 0)
	staff, rival := w.Person("operator", access.Operator, uuid.Nil), w.Person("buyer", access.Buyer, uuid.Nil)
	tender, _ := sourcing.PolicyOf(sourcing.Tender)
	c := w.Publish(tender, story.Terms{
		Job:       sourcing.JobForm{Activity: sourcing.Tender, Code: "T1", Title: "Pumps"},
		Opens:     story.Noon.Add(time.Hour),
		Closes:    story.Noon.AddDate(0, 0, 2),
		PassMark:  50,
		Technical: 70,
		Financial: 30,
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Experience"},
			Questions: []sourcing.Question{{
				Prompt:   "Method",
				Response: sourcing.TextBox,
				Scored:   true,
				MaxScore: story.Points(10),
			}},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Pump", Unit: "each", Quantity: *story.Points(4)}},
	})
	turn := func(org uuid.UUID, module string, on bool) error {
		return w.Party.SetModule(w.Context(), staff, org, module, on)
	}
	refused := func(when sourcing.Status) {
		t.Helper()
		if c.Status() != when {
			t.Fatal(c.Status())
		}
		err := turn(w.Officer.Org, "tender", false)
		if w.Is(err, party.ModuleInUse); fault.As(err).Params["count"] != int64(1) {
			t.Error(when, err)
		}
	}
	refused(sourcing.Approved)
	w.SetClock(story.Noon.Add(2 * time.Hour))
	_, err := w.Sourcing.OpenDue(w.Context())
	w.Must(err)
	refused(sourcing.Open)
	w.Must(turn(w.Officer.Org, "tender", true))
	w.Must(turn(w.Officer.Org, "rfq", false))
	w.Must(turn(w.Officer.Org, "archive", false))
	w.Must(turn(rival.Org, "tender", false))
	c.Close()
	w.Must(turn(w.Officer.Org, "tender", false))
}

// The jobs of a module that is off are in no list of the buyer's: named alone or beside
// others it is refused, and who names none is shown the rest.
func TestAModuleThatIsOffIsInNoListOfJobs(t *testing.T) {
	t.Parallel()
	w := story.New(t, 0)
	staff := w.Person("operator", access.Operator, uuid.Nil)
	for _, form := range []sourcing.JobForm{
		{Activity: sourcing.Tender, Code: "T1", Title: "Pumps"},
		{Activity: sourcing.RFQ, Code: "R1", Title: "Paper"},
	} {
		_, err := w.Sourcing.CreateJob(w.Context(), w.Officer, w.Officer.Org, form)
		w.Must(err)
	}
	jobs := func(of ...sourcing.Activity) (codes []string, err error) {
		page, err := w.Sourcing.Jobs(w.Context(), w.Officer, w.Officer.Org, sourcingsvc.JobFilter{Activities: of}, "", 10)
		for _, j := range page.Items {
			codes = append(codes, j.Code)
		}
		return codes, err
	}
	holds := func(want []string, of ...sourcing.Activity) {
		t.Helper()
		if got, err := jobs(of...); err != nil || !slices.Equal(got, want) {
			t.Errorf("of %v there are %v, want %v (%v)", of, got, want, err)
		}
	}
	both := []string{"R1", "T1"}
	holds(both)
	holds(both, sourcing.RFQ, sourcing.Tender)
	w.Must(w.Party.SetModule(w.Context(), staff, w.Officer.Org, "tender", false))
	for _, of := range [][]sourcing.Activity{
		{sourcing.Tender},
		{sourcing.Tender, sourcing.RFQ},
		{sourcing.RFQ, sourcing.Tender},
	} {
		got, err := jobs(of...)
		if w.Is(err, party.ModuleOff); len(got) != 0 {
			t.Errorf("of %v there are %v", of, got)
		}
	}
	holds([]string{"R1"})
	holds([]string{"R1"}, sourcing.RFQ)
}
