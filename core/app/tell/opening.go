package tell

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// openingTold is what is told of openings.
func (t *Teller) openingTold() []telling {
	return []telling{
		{openingsvc.EnvelopeConfirmed, t.tellWanted},
	}
}

// tellWanted tells the others who open bids of a category that somebody has begun
// and waits for them, once for each opening.
func (t *Teller) tellWanted(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d openingsvc.Confirmed
	if err := json.Unmarshal(e.Detail, &d); err != nil || !d.Begun || d.Missing == 0 {
		return err
	}
	if !tx.Now.Before(d.Expires) {
		return nil // too late: this word counts no more
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	by, err := t.Identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, e.Owner, c.OpenedBy(), &e.ObjectID)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return p.Account == e.Actor })
	name := by.FirstName + " " + by.LastName
	n := ofCategory(c, "opening.wanted", mail.OpenerWanted, map[string]string{"by": name, "until_at": instant(d.Expires)})
	n.Data.By, n.Data.Count, n.Data.At, n.Data.Valid = name, fmt.Sprint(d.Missing), c.In(d.Expires), opening.Window
	n.Path = openingAt(c.ID)
	return t.Notify.Spread(ctx, tx, people, n)
}
