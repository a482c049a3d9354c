package project

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// Faults of meetings.
var (
	MeetingNotFound = fault.Declare(fault.KindNotFound, "project.meeting_not_found", "Meeting not found")
	MeetingChanged  = fault.Declare(fault.KindConflict, "project.meeting_changed", "Somebody else has changed this meeting meanwhile: load it again")
	MeetingOver     = fault.Declare(fault.KindConflict, "project.meeting_over", "This meeting is over or was called off")
	MeetingNotYet   = fault.Declare(fault.KindConflict, "project.meeting_not_yet", "This meeting has not begun")
	MinutesSealed   = fault.Declare(fault.KindConflict, "project.minutes_sealed", "What was said of bids is published once they are open and decided on")
	NotAsked        = fault.Declare(fault.KindForbidden, "project.not_asked", "You are not asked to this meeting")
	FeedNotFound    = fault.Declare(fault.KindNotFound, "project.feed_not_found", "There is no such calendar")
)

// Codes of field errors of meetings.
const (
	MeetingPast  = "project.meeting_past"  // it would begin before now
	NoZone       = "project.no_zone"       // no time zone of that name
	TooLong      = "project.meeting_long"  // more than 31 days
	Twice        = "project.twice"         // somebody is asked twice
	NoBidders    = "project.no_bidders"    // nobody takes part where there is no job
	NotForBidder = "project.not_bidders"   // of opening and evaluation bidders are told otherwise
	Promised     = "project.promised"      // bidders were asked of this job already
	NoMinutes    = "project.minutes_empty" // nothing to publish
)

// A MeetingKind is what a meeting is for.
type MeetingKind string

// Kinds of meetings.
const (
	PreBid       MeetingKind = "pre_bid"
	SiteVisit    MeetingKind = "site_visit"
	AtOpening    MeetingKind = "opening"
	AtEvaluation MeetingKind = "evaluation"
	AtContract   MeetingKind = "contract"
	AtOther      MeetingKind = "other"
)

// Values lists them in order.
func (MeetingKind) Values() []string {
	return closed.Values(PreBid, SiteVisit, AtOpening, AtEvaluation, AtContract, AtOther)
}

// ForBidders tells whether all who take part may be asked to a meeting: before the closing
// they hear the same.
func (k MeetingKind) ForBidders() bool { return k == PreBid || k == SiteVisit }

// A MeetingStatus is where a meeting stands.
type MeetingStatus string

// Where meetings stand.
const (
	Scheduled MeetingStatus = "scheduled"
	Held      MeetingStatus = "held"
	Cancelled MeetingStatus = "cancelled"
)

// Values lists them in order.
func (MeetingStatus) Values() []string { return closed.Values(Scheduled, Held, Cancelled) }

// An Answer is whether somebody comes.
type Answer string

// Answers.
const (
	Unanswered Answer = "none"
	Comes      Answer = "yes"
	StaysAway  Answer = "no"
	Perhaps    Answer = "perhaps"
)

// Values lists them.
func (Answer) Values() []string { return closed.Values(Unanswered, Comes, StaysAway, Perhaps) }

// A MeetingAct is what was done with a meeting.
type MeetingAct string

// Acts of meetings.
const (
	WasCalled    MeetingAct = "called"
	WasChanged   MeetingAct = "changed"
	WasCancelled MeetingAct = "cancelled"
	WasHeld      MeetingAct = "held"
	WasMinuted   MeetingAct = "minuted"
	WasPublished MeetingAct = "published"
)

// Values lists them.
func (MeetingAct) Values() []string {
	return closed.Values(WasCalled, WasChanged, WasCancelled, WasHeld, WasMinuted, WasPublished)
}

// An Asked is who is asked to a meeting: one of three.
type Asked struct {
	Account  *uuid.UUID // of the buyer or of the operator
	Supplier *uuid.UUID // whose people answer together
	Name     string     // of an address
	Email    string
}

// Same tells whether two are the same.
func (x Asked) Same(y Asked) bool {
	switch {
	case x.Account != nil:
		return y.Account != nil && *x.Account == *y.Account
	case x.Supplier != nil:
		return y.Supplier != nil && *x.Supplier == *y.Supplier
	}
	return y.Account == nil && y.Supplier == nil && strings.EqualFold(x.Email, y.Email)
}

// A MeetingForm is what somebody says of a meeting.
type MeetingForm struct {
	Title     string
	Kind      MeetingKind
	Job       *uuid.UUID
	Bidders   bool
	Starts    time.Time
	Ends      time.Time
	Zone      string
	Place     string
	Link      string
	Agenda    string
	Organiser uuid.UUID
	Asked     []Asked
}

// Limits of meetings.
const (
	mostAsked   = 200
	mostActions = 100
	mostMeeting = 31 * 24 * time.Hour
)

// Check normalises the form and tells all that is wrong with it; was is when a meeting
// began that is changed.
func (m MeetingForm) Check(now time.Time, was *time.Time) (MeetingForm, error) {
	var f fault.Fields
	m.Title = f.Line("/title", m.Title, 200)
	m.Place = f.MayLine("/place", m.Place, 300)
	m.Link = f.MayLine("/link", m.Link, 500)
	m.Agenda = f.May("/agenda", m.Agenda, 4000)
	f.OneOf("/kind", string(m.Kind), m.Kind.Values()...)
	if m.Place == "" && m.Link == "" {
		f.Add("/place", fault.Required)
	}
	if u, err := url.Parse(m.Link); m.Link != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		f.Add("/link", fault.BadFormat)
	}
	if _, err := time.LoadLocation(m.Zone); err != nil || m.Zone == "" || m.Zone == "Local" {
		f.Add("/timezone", NoZone)
	}
	m.times(&f, now, was)
	switch {
	case m.Bidders && m.Job == nil:
		f.Add("/bidders", NoBidders)
	case m.Bidders && !m.Kind.ForBidders():
		f.Add("/bidders", NotForBidder)
	}
	m.asked(&f)
	return m, f.Err()
}

func (m MeetingForm) times(f *fault.Fields, now time.Time, was *time.Time) {
	for pointer, at := range map[string]time.Time{"/starts_at": m.Starts, "/ends_at": m.Ends} {
		if y := at.Year(); y < 1900 || y > 2200 {
			f.Add(pointer, fault.BadDate, "min", "1900", "max", "2200")
			return
		}
	}
	switch {
	case !m.Starts.Before(m.Ends):
		f.Add("/ends_at", fault.BadPeriod)
	case m.Ends.Sub(m.Starts) > mostMeeting:
		f.Add("/ends_at", TooLong)
	}
	if m.Starts.Before(now) && (was == nil || !m.Starts.Equal(*was)) {
		f.Add("/starts_at", MeetingPast)
	}
}

func (m *MeetingForm) asked(f *fault.Fields) {
	if f.AtMost("/attendees", len(m.Asked), mostAsked); len(m.Asked) > mostAsked {
		return
	}
	m.Asked = slices.Clone(m.Asked)
	for i := range m.Asked {
		at := fmt.Sprintf("/attendees/%d", i)
		x := &m.Asked[i]
		named := 0
		for _, is := range []bool{x.Account != nil, x.Supplier != nil, x.Email != ""} {
			if is {
				named++
			}
		}
		if named != 1 {
			f.Add(at, fault.Required)
			continue
		}
		if x.Email == "" {
			x.Name = ""
		} else {
			x.Name = f.Person(at+"/name", x.Name, 120)
			email, ok := identity.Email(x.Email)
			if !ok {
				f.Add(at+"/email", fault.BadFormat)
			}
			x.Email = email
		}
		if slices.ContainsFunc(m.Asked[:i], x.Same) {
			f.Add(at, Twice)
		}
	}
}

// Moved tells whether who has said that they come has to be asked again: it is at another
// time, or elsewhere.
func (m MeetingForm) Moved(starts, ends time.Time, place, link string) bool {
	return !m.Starts.Equal(starts) || !m.Ends.Equal(ends) || m.Place != place || m.Link != link
}

// An Action is what was agreed on.
type Action struct {
	Number int
	What   string
	Owner  *uuid.UUID
	Due    *time.Time
	Done   bool
}

// Minutes are what was said and agreed on.
type Minutes struct {
	Text    string
	Publish bool
	Actions []Action
}

// Check normalises minutes and tells all that is wrong with them.
func (m Minutes) Check() (Minutes, error) {
	var f fault.Fields
	m.Text = f.May("/minutes", m.Text, 20_000)
	if m.Publish && m.Text == "" {
		f.Add("/minutes", NoMinutes)
	}
	f.AtMost("/actions", len(m.Actions), mostActions)
	m.Actions = slices.Clone(m.Actions)
	for i := range m.Actions {
		x := &m.Actions[i]
		x.Number = i + 1
		x.What = f.Line(fmt.Sprintf("/actions/%d/what", i), x.What, 300)
		if x.Due != nil && (x.Due.Year() < 1900 || x.Due.Year() > 2200) {
			f.Add(fmt.Sprintf("/actions/%d/due_on", i), fault.BadDate, "min", "1900", "max", "2200")
		}
	}
	return m, f.Err()
}

// Names tells whether a buyer may know who of the bidders of a job comes: whoever comes
// is likely to bid, and who bids is known once the bids are open: of bids that were called off before, never.
func Names(categories []sourcing.Status) bool {
	return !slices.ContainsFunc(categories, func(s sourcing.Status) bool {
		return opening.Visible(opening.Settings{}, opening.RoleBuyer, opening.Own, opening.PhaseOf(s), opening.FieldIdentity) != opening.Value
	})
}

// MayPublish tells whether minutes of a kind go out while the categories of the job stand
// so: what was said of bids waits until they are open, what was said of scores for results.
func MayPublish(kind MeetingKind, categories []sourcing.Status) error {
	categories = slices.DeleteFunc(slices.Clone(categories), func(s sourcing.Status) bool { return s == sourcing.Cancelled })
	sealed := kind == AtOpening && !Names(categories) ||
		kind == AtEvaluation && slices.ContainsFunc(categories, func(s sourcing.Status) bool { return !opening.HasResult(s) })
	if sealed {
		return MinutesSealed.New("")
	}
	return nil
}
