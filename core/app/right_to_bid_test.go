package app_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// Who lacks the right of an activity does nothing with a bid of it, whatever other rights they have; who has that right
// alone may.
func TestTheRightToBidIsItsActivitys(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 1)
			terms := pumps
			terms.Invited = w.Bidders
			c := w.Publish(p, terms)
			ctx, s, bidder := w.Context(), w.Bidding, w.Bidders[0]
			able, unable := bidder, bidder
			able.Privileges = []access.Privilege{p.Supplier}
			unable.Privileges = slices.DeleteFunc(slices.Clone(access.Titles[access.Supplier]), func(x access.Privilege) bool { return x == p.Supplier })
			_, err := c.TryStart(unable)
			w.Is(err, entry.NoRight)
			bid, err := c.TryStart(able)
			w.Must(err)
			other := uuid.New()
			for name, act := range map[string]func(access.Actor) error{
				"read":     func(a access.Actor) error { _, err := s.Bid(ctx, a, bid); return err },
				"save":     func(a access.Actor) error { _, err := s.Save(ctx, a, bid, biddingsvc.Changes{}); return err },
				"submit":   func(a access.Actor) error { _, err := s.Submit(ctx, a, bid, "once"); return err },
				"withdraw": func(a access.Actor) error { return s.Withdraw(ctx, a, bid, "A reason that is long enough") },
				"upload":   func(a access.Actor) error { _, err := s.BeginUpload(ctx, a, bid, other, "a.pdf", 10); return err },
				"remove":   func(a access.Actor) error { return s.RemoveFile(ctx, a, bid, other) },
				"file":     func(a access.Actor) error { _, _, err := s.ReadFile(ctx, a, bid, other); return err },
				"papers":   func(a access.Actor) error { _, err := s.Papers(ctx, a, bid); return err },
				"paper":    func(a access.Actor) error { _, err := s.TakePaper(ctx, a, bid, other, other); return err },
				"earlier":  func(a access.Actor) error { _, err := s.Earlier(ctx, a, bid); return err },
				"again":    func(a access.Actor) error { _, err := s.TakeEarlier(ctx, a, bid, biddingsvc.Taking{}); return err },
				"addendum": func(a access.Actor) error { return s.Acknowledge(ctx, a, bid, 1) },
				"blank":    func(a access.Actor) error { _, _, err := s.Template(ctx, a, bid, "en"); return err },
				"workbook": func(a access.Actor) error { _, err := s.ReadTemplate(ctx, a, bid, nil, "en"); return err },
				"prices":   func(a access.Actor) error { _, _, err := s.TakeTemplate(ctx, a, bid, nil, "en"); return err },
				"mistakes": func(a access.Actor) error { _, _, err := s.Corrections(ctx, a, bid, nil, "en"); return err },
				"receipt":  func(a access.Actor) error { _, _, err := s.ReceiptPDF(ctx, a, bid, other, "en"); return err },
				"proof":    func(a access.Actor) error { _, _, err := s.Proof(ctx, a, bid, other); return err },
			} {
				if err := act(unable); fault.As(err).Kind != fault.KindForbidden {
					t.Errorf("%s, without %s: %v", name, p.Supplier, err)
				}
				if err := act(able); err != nil && fault.As(err).Kind == fault.KindForbidden {
					t.Errorf("%s, with %s: %v", name, p.Supplier, err)
				}
			}
		})
	}
}
