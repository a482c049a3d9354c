package partysvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// ShowPaper lets every buyer open a paper of a supplier as it stands, from now on and until
// that is taken back. It is the supplier's own word: the operator, who may mend its profile,
// cannot give it. Said again it counts once.
func (s *Service) ShowPaper(ctx context.Context, a access.Actor, id uuid.UUID, kind party.DocumentKind, shown bool) (Profile, error) {
	var out Profile
	if err := a.Be(access.Supplier); err != nil {
		return out, err
	}
	if !slices.Contains(party.DocumentKinds, kind) {
		return out, party.NotFound.New("no paper %q", kind)
	}
	return out, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := change(ctx, tx, a, id); err != nil {
			return err
		}
		if _, err := q.LockCompany(ctx, tx, id); err != nil {
			return err
		}
		c, err := q.Company(ctx, tx, id)
		if err != nil {
			return err
		}
		if slices.Contains(c.ShownPapers, string(kind)) != shown {
			if c.ShownPapers, err = s.show(ctx, tx, a, id, c.ShownPapers, kind, shown); err != nil {
				return err
			}
		}
		out, err = s.profile(ctx, tx, c, tx.Now)
		return err
	})
}

// show writes that one more is shown, or one less.
func (s *Service) show(ctx context.Context, tx pg.Tx, a access.Actor, id uuid.UUID, stood []string, kind party.DocumentKind, shown bool) ([]string, error) {
	now := []string{} // in the order of the form
	for _, k := range closed.Values(party.DocumentKinds...) {
		if k == string(kind) && shown || k != string(kind) && slices.Contains(stood, k) {
			now = append(now, k)
		}
	}
	if err := q.ShowPapers(ctx, tx, now, id); err != nil {
		return nil, err
	}
	action := "party.paper.shown"
	if !shown {
		action = "party.paper.hidden"
	}
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "company", ObjectID: id, Owner: id, Detail: map[string]any{"paper": kind}})
	return now, err
}
