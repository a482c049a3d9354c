package sourcingsvc

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

func itemID(x sourcing.Item) uuid.UUID             { return x.ID }
func questionID(x sourcing.Question) uuid.UUID     { return x.ID }
func attachmentID(x sourcing.Attachment) uuid.UUID { return x.ID }

func had[T any](list []T, of func(T) uuid.UUID, id uuid.UUID) bool {
	return slices.ContainsFunc(list, func(x T) bool { return of(x) == id })
}

// idsOf returns ids, and never nil: for the database that would be no list.
func idsOf[T any](list []T, of func(T) uuid.UUID) []uuid.UUID {
	out := make([]uuid.UUID, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}

// beyond returns what one list has and the other has not.
func beyond[T any](list, other []T, of func(T) uuid.UUID) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return had(other, of, of(x)) })
}

// exchange stores what an addendum adds, and marks what it takes away: answers in drafts, and
// what was sealed before, keep what they belong to.
func exchange(ctx context.Context, tx pg.Tx, was, is sourcing.Content, addendum uuid.UUID) error {
	c := is.Category
	items := beyond(is.Items, was.Items, itemID)
	if err := copyItems(ctx, tx, c.ID, c.Buyer, items); err != nil {
		return err
	}
	for _, x := range items {
		if x.Asset != nil {
			if err := putAsset(ctx, tx, c, x); err != nil {
				return err
			}
		}
	}
	if err := q.ItemsCame(ctx, tx, addendum, idsOf(items, itemID), c.ID, c.Buyer); err != nil {
		return err
	}
	if err := q.ItemsGo(ctx, tx, addendum, idsOf(beyond(was.Items, is.Items, itemID), itemID), c.ID, c.Buyer); err != nil {
		return err
	}
	questions := beyond(is.Questions, was.Questions, questionID)
	for _, x := range questions {
		if err := insertQuestion(ctx, tx, c.ID, c.Buyer, x); err != nil {
			return err
		}
	}
	if err := q.QuestionsCame(ctx, tx, addendum, idsOf(questions, questionID), c.ID, c.Buyer); err != nil {
		return err
	}
	if err := q.QuestionsGo(ctx, tx, addendum, idsOf(beyond(was.Questions, is.Questions, questionID), questionID), c.ID, c.Buyer); err != nil {
		return err
	}
	return q.AttachmentsGo(ctx, tx, addendum, idsOf(beyond(was.Attachments, is.Attachments, attachmentID), attachmentID), c.ID, c.Buyer)
}

// inForm is where in a form stands what a finding points to: its author has not seen the ids
// of what is new, and names what is changed by its place.
func inForm(pointer string, form sourcing.AddendumForm, was, is sourcing.Content) string {
	parts := strings.SplitN(pointer, "/", 4) // "", "items", id, rest
	if len(parts) < 3 {
		if parts[len(parts)-1] == "items" && len(form.GoneItems) > 0 {
			return "/gone_items/0" // nothing is left to price
		}
		return pointer
	}
	id, err := uuid.Parse(parts[2])
	if err != nil {
		return pointer
	}
	rest := ""
	if len(parts) > 3 {
		rest = "/" + parts[3]
	}
	place := func(list string, i int) string {
		if i < 0 {
			return pointer
		}
		return fmt.Sprintf("/%s/%d%s", list, i, rest)
	}
	switch parts[1] {
	case "items":
		if i := slices.IndexFunc(beyond(is.Items, was.Items, itemID), func(x sourcing.Item) bool { return x.ID == id }); i >= 0 {
			return place("new_items", i)
		}
		return place("items", slices.IndexFunc(form.Items, func(x sourcing.ItemChange) bool { return x.ID == id }))
	case "sections": // which has no questions any more
		for i, gone := range form.GoneQuestions {
			if under(was, gone, id) {
				return place("gone_questions", i)
			}
		}
	case "questions":
		if i := slices.IndexFunc(beyond(is.Questions, was.Questions, questionID), func(x sourcing.Question) bool { return x.ID == id }); i >= 0 {
			return place("new_questions", i)
		}
		return place("questions", slices.IndexFunc(form.Questions, func(x sourcing.QuestionChange) bool { return x.ID == id }))
	}
	return pointer
}

// under reports whether a question stands in a section or in one of its subsections.
func under(c sourcing.Content, question, section uuid.UUID) bool {
	return slices.ContainsFunc(c.Questions, func(x sourcing.Question) bool {
		return x.ID == question && (x.Section == section || slices.ContainsFunc(c.Sections, func(s sourcing.Section) bool {
			return s.ID == x.Section && s.Parent != nil && *s.Parent == section
		}))
	})
}

// waiting are the files that an addendum names of those that were kept for it.
func waiting(ctx context.Context, tx pg.Tx, c sourcing.Category, addendum uuid.UUID, named []sourcing.Attachment) ([]sourcing.Attachment, error) {
	rows, err := q.WaitingAttachments(ctx, tx, c.ID, c.Buyer, addendum)
	if err != nil {
		return nil, err
	}
	var f fault.Fields
	out := make([]sourcing.Attachment, 0, len(named))
	for n, x := range named {
		i := slices.IndexFunc(rows, func(r sourcingdb.WaitingAttachmentsRow) bool { return r.ID == x.ID })
		if i < 0 {
			f.Add(fmt.Sprintf("/attachments/%d", n), fault.Unknown)
			continue
		}
		r := rows[i]
		rows = slices.Delete(rows, i, i+1) // named twice it is not known any more
		out = append(out, sourcing.Attachment{ID: r.ID, Document: r.DocumentID, Name: r.Name, Size: r.Size, SHA256: r.Sha256})
	}
	return out, f.Err()
}

// KeepForAddendum keeps a file until the addendum that is written under that id is issued with
// it: nobody but its authors knows of it before. Sent again it counts once.
func (s *Service) KeepForAddendum(ctx context.Context, a access.Actor, owner, category, addendum, id uuid.UUID, name string, content []byte) error {
	name, err := sourcing.CheckAttachment(name, content)
	if err != nil {
		return err
	}
	media, err := s.Gate.Check(ctx, name, content)
	if err != nil {
		return err
	}
	return s.forAddendum(ctx, a, owner, category, "category.attachment_kept", id, name, func(tx pg.Tx, c sourcing.Category) error {
		there, err := q.WaitingAttachments(ctx, tx, c.ID, owner, addendum)
		if err != nil {
			return err
		}
		for _, p := range there {
			if p.ID == id { // sent again, or it is another
				sum := sha256.Sum256(content)
				if p.Name != name || !bytes.Equal(p.Sha256, sum[:]) {
					return journal.KeyReused.New("%s stands there", p.Name)
				}
				return nil
			}
		}
		if _, err := q.AddendumIn(ctx, tx, addendum, c.ID, owner); !pg.NoRows(err) {
			if err == nil { // it is issued: what comes now would be published unsaid
				err = sourcing.NoAddendum.New("it is issued")
			}
			return err
		}
		if len(there) >= sourcing.MaxAttachments {
			return sourcing.EnoughAttachments.New("").With("max", sourcing.MaxAttachments)
		}
		d, err := s.Documents.Save(ctx, tx, a, owner, "attachment", name, media, content)
		if err != nil {
			return err
		}
		p := sourcing.Attachment{ID: id, Document: d.ID, Name: name, Size: int64(len(content)), SHA256: d.SHA256}
		n, err := insertAttachment(ctx, tx, a, c.ID, owner, p, &addendum)
		return found(n, err, document.Missing) // another's file has that id
	})
}

// forAddendum does something for an addendum that is not issued yet.
func (s *Service) forAddendum(ctx context.Context, a access.Actor, owner, category uuid.UUID, action string, object uuid.UUID, what string, fn func(tx pg.Tx, c sourcing.Category) error) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := Hold(ctx, tx, a, owner, category)
		if err == nil {
			err = c.Policy().May(a, sourcing.ToAuthor)
		}
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		if err := c.Amends(now); err != nil {
			return err
		}
		if err := fn(tx, c.Category); err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "category", category, owner, map[string]any{"object_id": object, "what": what})
	})
}
