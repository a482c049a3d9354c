// Package projectsvc is the use cases of the register of risks: who keeps it, what it
// shows, and who is told when a review is due.
package projectsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/internal/projectdb"
	"zabuni.org/core/sourcing"
)

var q = projectdb.New()

// Events; that of a review has a Due in its detail.
const (
	RiskAdded   = "project.risk.added"
	RiskChanged = "project.risk.changed"
	RiskMoved   = "project.risk.moved"
	RiskDue     = "project.risk.due"
)

// Service runs the use cases.
type Service struct {
	db     *pgxpool.Pool
	people *identitysvc.Service // who may keep a register
}

// New returns a Service.
func New(db *pgxpool.Pool, people *identitysvc.Service) *Service { return &Service{db, people} }

// policy is the row of the activity to which registers belong.
func policy() sourcing.Policy { return sourcing.Job{Activity: sourcing.RiskManagement}.Policy() }

// reads admits a buyer's people while their company has the module.
func reads(ctx context.Context, db pg.DB, a access.Actor) error {
	if err := a.Be(access.Buyer); err != nil {
		return err
	}
	return partysvc.NeedModule(ctx, db, a.Org, string(sourcing.RiskManagement))
}

// keeps admits those who conduct jobs of the activity.
func keeps(ctx context.Context, db pg.DB, a access.Actor) error {
	if err := reads(ctx, db, a); err != nil {
		return err
	}
	return policy().May(a, sourcing.ToConduct)
}

// today is the day in the actor's zone.
func today(a access.Actor, now time.Time) time.Time {
	zone, err := time.LoadLocation(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	return party.Day(now.In(zone))
}

// An Owner is somebody who may keep the register, and so own a risk.
type Owner = projectdb.NamesRow

// owners are the accounts of those who may own a risk of a company.
func (s *Service) owners(ctx context.Context, db pg.DB, company uuid.UUID) ([]uuid.UUID, error) {
	people, err := s.people.Holders(ctx, db, company, policy().Right(access.Buyer, sourcing.ToConduct), nil)
	out := make([]uuid.UUID, len(people))
	for i, p := range people {
		out[i] = p.Account
	}
	return out, err
}

// Owners are those who may own a risk of the actor's company, by name.
func (s *Service) Owners(ctx context.Context, a access.Actor) ([]Owner, error) {
	if err := keeps(ctx, s.db, a); err != nil {
		return nil, err
	}
	ids, err := s.owners(ctx, s.db, a.Org)
	if err != nil {
		return nil, err
	}
	return q.Names(ctx, s.db, ids, a.Org)
}

// Supplier is one of the directory, by name alone.
type Supplier = projectdb.DirectoryRow

// choices is how many suppliers a search offers.
const choices = 20

// Directory finds suppliers of whom a risk may be, or the one that is named.
func (s *Service) Directory(ctx context.Context, a access.Actor, search string, one *uuid.UUID) ([]Supplier, error) {
	if err := keeps(ctx, s.db, a); err != nil {
		return nil, err
	}
	return q.Directory(ctx, s.db, one, pg.Sought(search), choices)
}

// Add enters a risk into the register of the actor's company.
func (s *Service) Add(ctx context.Context, a access.Actor, form project.Form) (uuid.UUID, error) {
	made := uuid.Must(uuid.NewV7())
	return made, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := keeps(ctx, tx, a); err != nil {
			return err
		}
		form, err := s.check(ctx, tx, a, form, nil)
		if err != nil {
			return err
		}
		number, err := q.NextNumber(ctx, tx, a.Org)
		if err != nil {
			return err
		}
		err = q.InsertRisk(ctx, tx, projectdb.InsertRiskParams{
			ID:          made,
			BuyerID:     a.Org,
			Number:      number,
			Title:       form.Title,
			Description: form.Description,
			Likelihood:  int32(form.Likelihood),
			Impact:      int32(form.Impact),
			Score:       int32(form.Likelihood * form.Impact),
			Response:    string(form.Response),
			Treatment:   form.Treatment,
			Status:      string(project.Open),
			OwnerID:     form.Owner,
			DueOn:       form.Due,
			JobID:       form.Job,
			SupplierID:  form.Supplier,
			Now:         tx.Now,
		})
		if err != nil {
			return err
		}
		return keep(ctx, tx, a, RiskAdded, made, form.Note, map[string]any{"title": form.Title, "score": form.Likelihood * form.Impact})
	})
}

// Change says anew what a risk is; version is the one that was seen. It raises
// NotFound, Closed and Changed.
func (s *Service) Change(ctx context.Context, a access.Actor, id uuid.UUID, form project.Form, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		was, err := hold(ctx, tx, a, id, version)
		if err != nil {
			return err
		}
		if project.Status(was.Status) == project.Shut {
			return project.Closed.New("")
		}
		form, err := s.check(ctx, tx, a, form, &was)
		if err != nil {
			return err
		}
		err = q.UpdateRisk(ctx, tx, projectdb.UpdateRiskParams{
			ID:          id,
			BuyerID:     a.Org,
			Title:       form.Title,
			Description: form.Description,
			Likelihood:  int32(form.Likelihood),
			Impact:      int32(form.Impact),
			Score:       int32(form.Likelihood * form.Impact),
			Response:    string(form.Response),
			Treatment:   form.Treatment,
			OwnerID:     form.Owner,
			DueOn:       form.Due,
			JobID:       form.Job,
			SupplierID:  form.Supplier,
			Now:         tx.Now,
		})
		if err != nil {
			return err
		}
		detail := map[string]any{"title": form.Title, "score": form.Likelihood * form.Impact, "was": was.Score}
		return keep(ctx, tx, a, RiskChanged, id, form.Note, detail)
	})
}

// Move brings a risk to another status; version is the one that was seen. It raises
// NotFound, Changed and NoSuchWay.
func (s *Service) Move(ctx context.Context, a access.Actor, id uuid.UUID, m project.Move, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		was, err := hold(ctx, tx, a, id, version)
		if err != nil {
			return err
		}
		m, err := m.Check(project.Status(was.Status))
		if err != nil {
			return err
		}
		if err := q.MoveRisk(ctx, tx, string(m.To), tx.Now, id, a.Org); err != nil {
			return err
		}
		return keep(ctx, tx, a, RiskMoved, id, m.Note, map[string]any{"title": was.Title, "status": m.To, "was": was.Status})
	})
}

// hold locks a risk for who changes it.
func hold(ctx context.Context, tx pg.Tx, a access.Actor, id uuid.UUID, version int32) (projectdb.Risk, error) {
	if err := keeps(ctx, tx, a); err != nil {
		return projectdb.Risk{}, err
	}
	was, err := q.LockRisk(ctx, tx, id, a.Org)
	switch {
	case pg.NoRows(err):
		err = project.NotFound.New("")
	case err == nil && was.Version != version:
		err = project.Changed.New("version %d, seen %d", was.Version, version)
	}
	return was, err
}

// check is that of the form, and that whom and what it names belongs to the company;
// what stood so before stays, though an owner has left since.
func (s *Service) check(ctx context.Context, tx pg.Tx, a access.Actor, form project.Form, was *projectdb.Risk) (project.Form, error) {
	now, before := today(a, tx.Now), (*time.Time)(nil)
	if was != nil {
		before = &was.DueOn
	}
	form, err := form.Check(now, before)
	if err != nil {
		return form, err
	}
	var f fault.Fields
	if was == nil || was.OwnerID != form.Owner {
		people, err := s.owners(ctx, tx, a.Org)
		if err != nil {
			return form, err
		}
		if !slices.Contains(people, form.Owner) {
			f.Add("/owner_id", project.NotOwner)
		}
	}
	if form.Job != nil {
		ours, err := q.JobOf(ctx, tx, *form.Job, a.Org)
		if err != nil {
			return form, err
		}
		if !ours {
			f.Add("/job_id", project.NoSuchJob)
		}
	}
	if form.Supplier != nil {
		known, err := q.IsSupplier(ctx, tx, *form.Supplier)
		if err != nil {
			return form, err
		}
		if !known {
			f.Add("/supplier_id", project.NoSupplier)
		}
	}
	return form, f.Err()
}

// keep puts what a risk has become into its history and into the log.
func keep(ctx context.Context, tx pg.Tx, a access.Actor, action string, id uuid.UUID, note string, detail map[string]any) error {
	if err := q.KeepChange(ctx, tx, note, a.User, id, a.Org); err != nil {
		return err
	}
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "risk", ObjectID: id, Owner: a.Org, Detail: detail})
	return err
}

// A Due says of which review the owner of a risk is told.
type Due struct {
	DueOn string `json:"due_on"` // 2006-01-02
}

// reviews at once in one transaction.
const reviewBatch = 50

// RemindDue tells of the reviews whose day has come where their company is, once for
// each however many processes ask, and returns how many it told of.
func (s *Service) RemindDue(ctx context.Context) (int, error) {
	told := 0
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		days, countries := party.DaysOf(tx.Now)
		rows, err := q.DueReviews(ctx, tx, days, countries, party.Day(tx.Now.UTC()), reviewBatch)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := q.SetTold(ctx, tx, r.ID, r.BuyerID); err != nil {
				return err
			}
			_, err := journal.Record(ctx, tx, access.System, journal.Entry{
				Action:   RiskDue,
				Object:   "risk",
				ObjectID: r.ID,
				Owner:    r.BuyerID,
				Detail:   Due{r.DueOn.Format(time.DateOnly)},
			})
			if err != nil {
				return err
			}
		}
		told = len(rows)
		return nil
	})
	return told, err
}
