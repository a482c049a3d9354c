package tell

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

// planOf is a plan that people are told of; the buyer's are told nothing of its desk of
// risks while that module is off.
func (t *Teller) planOf(ctx context.Context, tx pg.Tx, e journal.Event) (n projectsvc.PlanNotice, off bool, err error) {
	n, err = t.Project.Notice(ctx, tx, e.Owner, e.ObjectID)
	if err != nil || n.Context != project.OfRisk {
		return n, false, err
	}
	err = partysvc.NeedModule(ctx, tx, e.Owner, string(sourcing.RiskManagement))
	if errors.Is(err, party.ModuleOff) {
		return n, true, nil
	}
	return n, false, err
}

// tellPlanSent tells the buyer's people who decide on it that a plan waits for them; who
// has sent it does not.
func (t *Teller) tellPlanSent(ctx context.Context, tx pg.Tx, e journal.Event) error {
	n, off, err := t.planOf(ctx, tx, e)
	if err != nil || off || n.Status != project.Submitted {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, e.Owner, access.ManageJob, nil)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return n.SentBy != nil && p.Account == *n.SentBy })
	return t.Notify.Spread(ctx, tx, people, notifysvc.News{
		Kind:   "plan.submitted",
		Params: map[string]string{"title": n.Title},
		Path:   planAt(access.Buyer, n.Context, "approved", e.ObjectID),
		Mail:   mail.PlanSubmitted,
		Data:   mail.Data{Title: n.Title},
	})
}

// tellPlanDecided tells who drew a plan what the buyer has decided.
func (t *Teller) tellPlanDecided(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d projectsvc.Stepped
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	n, _, err := t.planOf(ctx, tx, e)
	if err != nil {
		return err
	}
	who, err := t.Identity.Recipient(ctx, tx, n.DrawnBy)
	if err != nil {
		return err
	}
	news := notifysvc.News{
		Kind:   "plan.approved",
		Params: map[string]string{"title": n.Title, "buyer": n.Buyer},
		Path:   planAt(who.Type, n.Context, "approved", e.ObjectID),
		Mail:   mail.PlanApproved,
		Data:   mail.Data{Title: n.Title, Company: n.Buyer},
	}
	if e.Action == projectsvc.PlanReturned {
		news.Kind, news.Mail, news.Data.Reason = "plan.returned", mail.PlanReturned, d.Reason
		news.Params["reason"] = d.Reason
		news.Path = planAt(who.Type, n.Context, "create", e.ObjectID)
	}
	return t.Notify.Spread(ctx, tx, []identitysvc.Recipient{who}, news)
}

// names at most in one message.
const movedNamed = 10

// tellPlanMoved tells the owners of tasks that have moved with the job, each once and of
// all of theirs, from which days to which. What was never sent to the buyer its people do
// not hear of.
func (t *Teller) tellPlanMoved(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d projectsvc.Moved
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	n, off, err := t.planOf(ctx, tx, e)
	if err != nil {
		return err
	}
	lines := map[uuid.UUID][]string{}
	var owners []uuid.UUID
	for _, m := range d.Tasks {
		if m.Owner == nil {
			continue
		}
		if !slices.Contains(owners, *m.Owner) {
			owners = append(owners, *m.Owner)
		}
		lines[*m.Owner] = append(lines[*m.Owner], n.Tasks[m.Number]+": "+span(m.WasStart, m.WasEnd)+" → "+span(m.Start, m.End))
	}
	for _, owner := range owners {
		who, err := t.Identity.Recipient(ctx, tx, owner)
		if err != nil {
			return err
		}
		if who.Status != "active" || who.Type == access.Buyer && (off || n.Status == project.Drawn && !n.ByBuyer) {
			continue
		}
		mine := lines[owner]
		if len(mine) > movedNamed {
			mine = append(mine[:movedNamed], "…")
		}
		tasks := strings.Join(mine, "; ")
		err = t.Notify.Spread(ctx, tx, []identitysvc.Recipient{who}, notifysvc.News{
			Kind:   "plan.moved",
			Params: map[string]string{"title": n.Title, "tasks": tasks},
			Path:   planAt(who.Type, n.Context, "project", e.ObjectID),
			Mail:   mail.PlanMoved,
			Data:   mail.Data{Title: n.Title, Tasks: tasks},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// span is the days of a task as people write them, one day once.
func span(from, to string) string {
	if from == to {
		return written(from)
	}
	return written(from) + " – " + written(to)
}

func written(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("02-01-2006")
}
