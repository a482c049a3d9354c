package tell

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// awardTold is what is told of decisions.
func (t *Teller) awardTold() []telling {
	return []telling{
		{awardsvc.LetterIssued, t.tellLetter},
		{awardsvc.CategoryEndAsked, t.tellEndAsked},
	}
}

// awardRounds is what is told of them to many suppliers.
func (t *Teller) awardRounds() []round {
	return []round{
		{"result", awardsvc.CategoryAwarded, t.tellResult},
		{"no_result", awardsvc.CategoryFailed, t.tellResult},
		{"unsuccessful", awardsvc.CategoryFailed, t.tellUnsuccessful},
		{"again after letters", awardsvc.CategoryNotified, t.tellAgain},
		{"again", awardsvc.CategoryAwarded, t.tellAgain},
		{"again without a result", awardsvc.CategoryFailed, t.tellAgain},
		{"frozen", awardsvc.CategoryFrozen, t.tellComplaint},
		{"unfrozen", awardsvc.CategoryUnfrozen, t.tellComplaint},
		{"set_aside", awardsvc.CategorySetAside, t.tellComplaint},
	}
}

// mailOf is the mail that goes with a kind of letter.
var mailOf = map[award.Kind]mail.Kind{
	award.Award:   mail.AwardLetter,
	award.Success: mail.SuccessLetter,
	award.Regret:  mail.RegretLetter,
	award.Custom:  mail.Letter,
	award.DD:      mail.Letter,
}

// tellLetter sends an issued letter to the people of its supplier, by mail with
// the document and in the app. The law asks for it: the unsubscribed get it too.
func (t *Teller) tellLetter(ctx context.Context, tx pg.Tx, e journal.Event) error {
	if err := t.Awards.Print(ctx, tx, e.Owner, e.ObjectID); err != nil {
		return err
	}
	l, err := t.Awards.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, l.SupplierID)
	if err != nil {
		return err
	}
	return t.Notify.Spread(ctx, tx, people, notifysvc.News{
		Kind:     "letter." + l.Kind,
		Params:   map[string]string{"company": l.BuyerName, "category": l.CategoryName, "reference": l.Reference},
		Path:     letterAt(l.ID),
		Mail:     mailOf[award.Kind(l.Kind)],
		Document: l.DocumentID,
		Data: mail.Data{
			Company:   l.BuyerName,
			Title:     l.JobTitle,
			Reference: l.CategoryReference,
			Category:  l.CategoryName,
		},
	})
}

// resultOf is what is told by mail and in the app of a result without a letter.
var resultOf = map[award.Kind]struct {
	mail mail.Kind
	kind string
}{
	award.Award:   {mail.ResultAward, "result.award"},
	award.Success: {mail.ResultSuccess, "result.success"},
	award.Regret:  {mail.ResultRegret, "result.regret"},
}

// tellResult tells each bidder what was decided of its own bid, where no letter
// does: no price, and nobody else's name. What ends a standstill tells no results.
func (t *Teller) tellResult(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	var d awardsvc.Decided
	if err := json.Unmarshal(e.Detail, &d); err != nil || len(d.Results) == 0 {
		return nil, err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return nil, err
	}
	byID := func(x, y uuid.UUID) int { return bytes.Compare(x[:], y[:]) }
	slices.SortFunc(d.Results, func(x, y awardsvc.Outcome) int { return byID(x.Supplier, y.Supplier) })
	var out []notifysvc.Tidings
	for _, r := range d.Results {
		if byID(r.Supplier, after) <= 0 {
			continue
		}
		if len(out) == notifysvc.Batch {
			break
		}
		by := resultOf[r.Kind]
		out = append(out, notifysvc.Tidings{Company: r.Supplier, News: ofCategory(c, by.kind, by.mail, nil)})
	}
	return out, nil
}

// complaintOf is what is told of a complaint about an award.
var complaintOf = map[string]struct {
	mail mail.Kind
	kind string
}{
	awardsvc.CategoryFrozen:   {mail.AwardFrozen, "award.frozen"},
	awardsvc.CategoryUnfrozen: {mail.AwardUnfrozen, "award.unfrozen"},
	awardsvc.CategorySetAside: {mail.AwardSetAside, "award.set_aside"},
}

// tellComplaint tells whose bid stands that a complaint stops the award, and how that ends:
// neither who complains nor why.
func (t *Teller) tellComplaint(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	by := complaintOf[e.Action]
	return t.concerned(ctx, tx, e, after, func(c sourcingsvc.About, who biddingsvc.Concerned) notifysvc.News {
		if !who.Stands {
			return notifysvc.News{}
		}
		return ofCategory(c, by.kind, by.mail, nil)
	})
}

// tellEndAsked tells who may decide that somebody asks to end what stops an award.
func (t *Teller) tellEndAsked(ctx context.Context, tx pg.Tx, e journal.Event) error {
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, e.Owner, c.AwardedBy(), &e.ObjectID)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return p.Account == e.Actor })
	n := ofCategory(c, "award.end_asked", mail.AwardEndAsked, nil)
	n.Path = openingAt(c.ID)
	return t.Notify.Spread(ctx, tx, people, n)
}
