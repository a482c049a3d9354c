package project_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/project"
	"zabuni.org/core/sourcing"
)

var noon = time.Date(2026, 3, 27, 12, 0, 0, 0, time.UTC)

func meeting() project.MeetingForm {
	job := uuid.New()
	return project.MeetingForm{
		Title:  "At the gate",
		Kind:   project.SiteVisit,
		Job:    &job,
		Starts: noon.AddDate(0, 0, 1),
		Ends:   noon.AddDate(0, 0, 1).Add(time.Hour),
		Zone:   "Africa/Addis_Ababa",
		Place:  "Gate 3",
		Asked:  []project.Asked{{Name: "Amina; Otieno", Email: "Amina@Example.org"}},
	}
}

// faults are the pointers and codes of an error.
func faults(err error) []string {
	var out []string
	if e := (*fault.Error)(nil); errors.As(err, &e) {
		for _, f := range e.Fields {
			out = append(out, f.Pointer+" "+f.Code)
		}
	}
	slices.Sort(out)
	return out
}

func TestWhatIsWrongWithAMeetingNamesItsField(t *testing.T) {
	t.Parallel()
	one, other := uuid.New(), uuid.New()
	many := make([]project.Asked, 400)
	for i := range many {
		many[i] = project.Asked{Name: "Guest", Email: fmt.Sprintf("guest%d@example.org", i)}
	}
	for name, c := range map[string]struct {
		change func(*project.MeetingForm)
		want   []string
	}{
		"as it is":        {func(*project.MeetingForm) {}, nil},
		"no title":        {func(m *project.MeetingForm) { m.Title = " " }, []string{"/title field.required"}},
		"long title":      {func(m *project.MeetingForm) { m.Title = strings.Repeat("ሀ", 201) }, []string{"/title field.too_long"}},
		"turned title":    {func(m *project.MeetingForm) { m.Title = "a\u202eb" }, []string{"/title field.text"}},
		"no kind":         {func(m *project.MeetingForm) { m.Kind = "party" }, []string{"/kind field.not_allowed"}},
		"ends first":      {func(m *project.MeetingForm) { m.Ends = m.Starts.Add(-time.Second) }, []string{"/ends_at field.period"}},
		"no time":         {func(m *project.MeetingForm) { m.Ends = m.Starts }, []string{"/ends_at field.period"}},
		"for ever":        {func(m *project.MeetingForm) { m.Ends = m.Starts.AddDate(0, 2, 0) }, []string{"/ends_at project.meeting_long"}},
		"year 9999":       {func(m *project.MeetingForm) { m.Ends = m.Starts.AddDate(8000, 0, 0) }, []string{"/ends_at field.date"}},
		"in the past":     {func(m *project.MeetingForm) { m.Starts = noon.Add(-time.Second) }, []string{"/starts_at project.meeting_past"}},
		"unknown zone":    {func(m *project.MeetingForm) { m.Zone = "Africa/Nowhere" }, []string{"/timezone project.no_zone"}},
		"no zone":         {func(m *project.MeetingForm) { m.Zone = "" }, []string{"/timezone project.no_zone"}},
		"this machine's":  {func(m *project.MeetingForm) { m.Zone = "Local" }, []string{"/timezone project.no_zone"}},
		"a file's":        {func(m *project.MeetingForm) { m.Zone = "../etc/passwd" }, []string{"/timezone project.no_zone"}},
		"nowhere":         {func(m *project.MeetingForm) { m.Place = "" }, []string{"/place field.required"}},
		"online alone":    {func(m *project.MeetingForm) { m.Place, m.Link = "", "https://meet.example.org/a" }, nil},
		"no link":         {func(m *project.MeetingForm) { m.Link = "javascript:alert(1)" }, []string{"/link field.format"}},
		"400 attendees":   {func(m *project.MeetingForm) { m.Asked = many }, []string{"/attendees field.too_long"}},
		"lines in a mail": {func(m *project.MeetingForm) { m.Asked[0].Email = "a@b.org\r\nBcc: c@d.org" }, []string{"/attendees/0/email field.format"}},
		"named in a mail": {func(m *project.MeetingForm) { m.Asked[0].Email = "Ann <a@b.org>" }, []string{"/attendees/0/email field.format"}},
		"a link as name":  {func(m *project.MeetingForm) { m.Asked[0].Name = "https://x.org" }, []string{"/attendees/0/name field.format"}},
		"nobody":          {func(m *project.MeetingForm) { m.Asked[0] = project.Asked{} }, []string{"/attendees/0 field.required"}},
		"two in one":      {func(m *project.MeetingForm) { m.Asked[0] = project.Asked{Account: &one, Supplier: &other} }, []string{"/attendees/0 field.required"}},
		"asked twice": {func(m *project.MeetingForm) {
			m.Asked = []project.Asked{{Account: &one}, {Supplier: &one}, {Account: &one}, {Name: "A", Email: "a@b.org"}, {Name: "B", Email: "A@B.org"}}
		}, []string{"/attendees/2 project.twice", "/attendees/4 project.twice"}},
		"bidders of none":     {func(m *project.MeetingForm) { m.Job, m.Bidders = nil, true }, []string{"/bidders project.no_bidders"}},
		"bidders at a result": {func(m *project.MeetingForm) { m.Kind, m.Bidders = project.AtEvaluation, true }, []string{"/bidders project.not_bidders"}},
	} {
		m := meeting()
		c.change(&m)
		if _, err := m.Check(noon, nil); !slices.Equal(faults(err), c.want) {
			t.Errorf("%s: %v, want %v", name, faults(err), c.want)
		}
	}
}

// What began before now may stand; it may not be moved to another moment that is over.
func TestAPastBeginningStandsAsItWas(t *testing.T) {
	t.Parallel()
	m := meeting()
	m.Starts = noon.Add(-time.Hour)
	was := m.Starts
	if _, err := m.Check(noon, &was); err != nil {
		t.Error(err)
	}
	other := was.Add(time.Minute)
	if _, err := m.Check(noon, &other); !slices.Equal(faults(err), []string{"/starts_at project.meeting_past"}) {
		t.Error(err)
	}
}

func TestMinutesAreChecked(t *testing.T) {
	t.Parallel()
	far := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		m    project.Minutes
		want []string
	}{
		"empty":     {project.Minutes{}, nil},
		"published": {project.Minutes{Publish: true, Text: "\n "}, []string{"/minutes project.minutes_empty"}},
		"no action": {project.Minutes{Actions: []project.Action{{What: "Dig"}, {What: " "}}}, []string{"/actions/1/what field.required"}},
		"far away":  {project.Minutes{Actions: []project.Action{{What: "Dig", Due: &far}}}, []string{"/actions/0/due_on field.date"}},
		"too many":  {project.Minutes{Actions: slices.Repeat([]project.Action{{What: "Dig"}}, 101)}, []string{"/actions field.too_long"}},
		"too long":  {project.Minutes{Text: strings.Repeat("x", 20_001)}, []string{"/minutes field.too_long"}},
	} {
		if _, err := c.m.Check(); !slices.Equal(faults(err), c.want) {
			t.Errorf("%s: %v, want %v", name, faults(err), c.want)
		}
	}
}

// Who comes of the bidders is known when who bids is; what was said of bids and scores
// goes out no sooner than they do.
func TestWhatIsSealedIsNotToldByAMeeting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		states                    []sourcing.Status
		names, atOpening, scoring bool
	}{
		{nil, true, true, true},
		{[]sourcing.Status{sourcing.Open}, false, false, false},
		{[]sourcing.Status{sourcing.Closed}, false, false, false},
		{[]sourcing.Status{sourcing.TechnicalEvaluation, sourcing.Open}, false, false, false},
		{[]sourcing.Status{sourcing.TechnicalEvaluation}, true, true, false},
		{[]sourcing.Status{sourcing.Awarded}, true, true, true},
		{[]sourcing.Status{sourcing.Awarded, sourcing.TechnicalEvaluation}, true, true, false},
		{[]sourcing.Status{sourcing.Cancelled}, false, true, true}, // before its opening: there is nothing that waits
		{[]sourcing.Status{sourcing.Awarded, sourcing.Cancelled}, false, true, true},
	} {
		if got := project.Names(c.states); got != c.names {
			t.Errorf("%v names: %v", c.states, got)
		}
		if got := project.MayPublish(project.AtOpening, c.states) == nil; got != c.atOpening {
			t.Errorf("%v opening: %v", c.states, got)
		}
		if got := project.MayPublish(project.AtEvaluation, c.states) == nil; got != c.scoring {
			t.Errorf("%v evaluation: %v", c.states, got)
		}
		if err := project.MayPublish(project.PreBid, c.states); err != nil {
			t.Error(err)
		}
	}
}
