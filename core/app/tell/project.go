package tell

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

// projectTold is what is told of the register of risks, of plans and of meetings.
func (t *Teller) projectTold() []telling {
	return []telling{
		{projectsvc.RiskDue, t.tellReview},
		{projectsvc.PlanSubmitted, t.tellPlanSent},
		{projectsvc.PlanApproved, t.tellPlanDecided},
		{projectsvc.PlanReturned, t.tellPlanDecided},
		{projectsvc.PlanMoved, t.tellPlanMoved},
		{projectsvc.MeetingCalled, t.tellMeeting},
		{projectsvc.MeetingChanged, t.tellMeeting},
		{projectsvc.MeetingCancelled, t.tellMeetingOff},
		{projectsvc.MeetingPublished, t.tellMinutes},
	}
}

// projectRounds is what all who take part in a job are told of its meetings.
func (t *Teller) projectRounds() []round {
	return []round{
		{"meeting called", projectsvc.MeetingCalled, t.tellBidders("meeting.called", mail.MeetingCalled)},
		{"meeting changed", projectsvc.MeetingChanged, t.tellBidders("meeting.changed", mail.MeetingChanged)},
		{"meeting off", projectsvc.MeetingCancelled, t.tellBidders("meeting.off", mail.MeetingOff)},
		{"meeting minutes", projectsvc.MeetingPublished, t.tellBidders("meeting.minutes", mail.MeetingMinutes)},
	}
}

// tellReview tells the owner of a risk that its review is due; nobody while the module
// is off, or once it was looked at.
func (t *Teller) tellReview(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d projectsvc.Due
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	err := partysvc.NeedModule(ctx, tx, e.Owner, string(sourcing.RiskManagement))
	if errors.Is(err, party.ModuleOff) {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := t.Project.Announcement(ctx, tx, e.Owner, e.ObjectID, d)
	if err != nil || r == nil {
		return err
	}
	due := r.Due.Format("02-01-2006")
	right := sourcing.Job{Activity: sourcing.RiskManagement}.Policy().Right(access.Buyer, sourcing.ToConduct)
	people, err := t.Identity.Holders(ctx, tx, e.Owner, right, nil)
	if err != nil {
		return err
	}
	// Where the owner has left, or keeps the register no more, whoever does finds another.
	owns := func(p identitysvc.Recipient) bool { return p.Account == r.Owner }
	if i := slices.IndexFunc(people, owns); i >= 0 {
		people = people[i : i+1]
	}
	return t.Notify.Spread(ctx, tx, people, notifysvc.News{
		Kind:   "risk.due",
		Params: map[string]string{"title": r.Title, "day": due},
		Path:   riskAt(e.ObjectID),
		Mail:   mail.RiskReview,
		Data:   mail.Data{Title: r.Title, Day: due},
	})
}
