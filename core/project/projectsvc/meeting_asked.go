package projectsvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/internal/projectdb"
	"zabuni.org/core/sourcing"
)

// askedOf is an attendee of a row as rules know it.
func askedOf(r projectdb.AttendeesRow) project.Asked {
	x := project.Asked{Account: r.AccountID, Supplier: r.SupplierID}
	if r.Email != "" {
		x.Name, x.Email = r.Name, r.Email
	}
	return x
}

// ask writes who is asked to a meeting, and tells who is so anew, still, and no more. A
// bidder that is there by its own answer is nobody's to take away.
func ask(ctx context.Context, tx pg.Tx, m projectdb.Meeting, was []projectdb.AttendeesRow, form project.MeetingForm) (Summons, error) {
	out := Summons{Title: form.Title, New: []uuid.UUID{}, Kept: []uuid.UUID{}, Gone: []uuid.UUID{}}
	var writes pg.Queue
	next := m.Sequence + 1
	set := func(r projectdb.AttendeesRow, name string, gone, again bool) error {
		p := projectdb.SetAttendeeParams{ID: r.ID, MeetingID: m.ID, BuyerID: m.BuyerID, Name: name, Again: again}
		if gone {
			p.RemovedAt, p.WasStarts, p.WasEnds, p.WasSequence = &tx.Now, &m.StartsAt, &m.EndsAt, &next
		}
		return q.SetAttendee(ctx, &writes, p)
	}
	for _, x := range form.Asked {
		i := slices.IndexFunc(was, func(r projectdb.AttendeesRow) bool { return askedOf(r).Same(x) })
		if i < 0 {
			id := uuid.Must(uuid.NewV7())
			out.New = append(out.New, id)
			if err := q.PutAttendee(ctx, &writes, projectdb.PutAttendeeParams{
				ID:         id,
				MeetingID:  m.ID,
				BuyerID:    m.BuyerID,
				AccountID:  x.Account,
				SupplierID: x.Supplier,
				Name:       x.Name,
				Email:      x.Email,
			}); err != nil {
				return out, err
			}
			continue
		}
		r := was[i]
		back := r.RemovedAt != nil
		if back {
			out.New = append(out.New, r.ID)
		} else {
			out.Kept = append(out.Kept, r.ID)
		}
		if back || r.Itself || r.Email != "" && r.Name != x.Name {
			if err := set(r, x.Name, false, back); err != nil {
				return out, err
			}
		}
	}
	for _, r := range was {
		if r.RemovedAt != nil || r.Itself || slices.ContainsFunc(form.Asked, askedOf(r).Same) {
			continue
		}
		out.Gone = append(out.Gone, r.ID)
		name := ""
		if r.Email != "" {
			name = r.Name
		}
		if err := set(r, name, true, true); err != nil {
			return out, err
		}
	}
	if m.OrganiserID != uuid.Nil && m.OrganiserID != form.Organiser {
		if err := q.PutFormer(ctx, &writes, projectdb.PutFormerParams{
			ID:          uuid.Must(uuid.NewV7()),
			MeetingID:   m.ID,
			BuyerID:     m.BuyerID,
			AccountID:   &m.OrganiserID,
			Now:         tx.Now,
			WasStarts:   m.StartsAt,
			WasEnds:     m.EndsAt,
			WasSequence: next,
		}); err != nil {
			return out, err
		}
	}
	return out, writes.Send(ctx, tx)
}

// meetingPeople are the accounts of those who may be asked by name or organise: the
// buyer's people, and those of the operator who manage jobs.
func (s *Service) meetingPeople(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID) ([]uuid.UUID, error) {
	out, err := q.BuyerPeople(ctx, db, owner)
	if err != nil || a.Type != access.Operator {
		return out, err
	}
	house, err := s.people.Holders(ctx, db, a.Org, access.ManageJob, nil)
	for _, p := range house {
		out = append(out, p.Account)
	}
	return out, err
}

// MeetingPeople are those who may be asked to a buyer's meeting by name, or organise it.
func (s *Service) MeetingPeople(ctx context.Context, a access.Actor, owner uuid.UUID) ([]Person, error) {
	if err := draws(a); err != nil {
		return nil, err
	}
	ids, err := s.meetingPeople(ctx, s.db, a, owner)
	if err != nil {
		return nil, err
	}
	return q.MeetingPeople(ctx, s.db, owner, ids)
}

// Person is somebody who may be asked to a meeting.
type Person = projectdb.MeetingPeopleRow

// MeetingSuppliers finds suppliers that may be asked to a meeting, by name alone.
func (s *Service) MeetingSuppliers(ctx context.Context, a access.Actor, search string) ([]Supplier, error) {
	if err := draws(a); err != nil {
		return nil, err
	}
	return q.Directory(ctx, s.db, nil, pg.Sought(search), choices)
}

// statusesOf are how far the categories of a meeting's job have come; of none there are none.
func statusesOf(ctx context.Context, db pg.DB, job *uuid.UUID, owner uuid.UUID) ([]sourcing.Status, error) {
	if job == nil {
		return nil, nil
	}
	rows, err := q.JobStatuses(ctx, db, *job, owner)
	out := make([]sourcing.Status, len(rows))
	for i, r := range rows {
		out[i] = sourcing.Status(r)
	}
	return out, err
}

// AnswerMeeting says whether somebody comes: a person for themselves, somebody of a supplier
// for their company. Of a bidder's answer its own log alone knows.
func (s *Service) AnswerMeeting(ctx context.Context, a access.Actor, owner, id uuid.UUID, answer project.Answer) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if a.Type == access.Supplier {
			own, err := q.OwnMeeting(ctx, tx, &a.Org, id)
			if pg.NoRows(err) {
				return project.MeetingNotFound.New("")
			}
			if err != nil {
				return err
			}
			owner = own.BuyerID
		}
		m, err := q.LockMeeting(ctx, tx, id, owner)
		if pg.NoRows(err) {
			return project.MeetingNotFound.New("")
		}
		if err != nil {
			return err
		}
		if m.Status != string(project.Scheduled) || m.EndsAt.Before(tx.Now) {
			return project.MeetingOver.New("%s", m.Status).With("status", m.Status)
		}
		entry := journal.Entry{
			Action:   MeetingAnswered,
			Object:   "meeting",
			ObjectID: id,
			Owner:    owner,
			Detail:   map[string]any{"title": m.Title, "answer": answer},
		}
		if a.Type == access.Supplier {
			entry.Owner = a.Org
			err = q.AnswerAsSupplier(ctx, tx, projectdb.AnswerAsSupplierParams{
				ID:         uuid.Must(uuid.NewV7()),
				MeetingID:  id,
				BuyerID:    owner,
				SupplierID: &a.Org,
				Answer:     string(answer),
				Now:        &tx.Now,
			})
		} else {
			if err := sees(ctx, tx, a, owner, project.Context(m.Context)); err != nil {
				return err
			}
			var n int64
			n, err = q.AnswerAsPerson(ctx, tx, projectdb.AnswerAsPersonParams{
				Answer:    string(answer),
				Now:       &tx.Now,
				MeetingID: id,
				BuyerID:   owner,
				AccountID: &a.User,
			})
			if err == nil && n == 0 {
				err = project.NotAsked.New("")
			}
		}
		if err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, entry)
		return err
	})
}
