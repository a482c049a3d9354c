package tell

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// partyTold is what is told of a company's papers, groups and cases.
func (t *Teller) partyTold() []telling {
	return []telling{
		{partysvc.DocumentExpiring, t.tellExpiring},
		{partysvc.GroupExpiring, t.tellExpiring},
		{partysvc.GroupValidated, t.tellGroup},
		{partysvc.GroupRejected, t.tellGroup},
		{partysvc.CaseNoticed, t.tellCase},
		{partysvc.CaseDecided, t.tellCase},
		{partysvc.CaseLifted, t.tellCase},
	}
}

// expiryMails are the mails of what expires: without and with open bids.
var expiryMails = map[string][2]mail.Kind{
	string(party.TaxCompliance):  {mail.TaxExpiry, mail.TaxExpiryBids},
	string(party.TradingLicence): {mail.LicenceExpiry, mail.LicenceExpiryBids},
	"special_group":              {mail.GroupExpiry, mail.GroupExpiryBids},
}

// namedBids is how many bids a mail names.
const namedBids = 10

// tellExpiring reminds the people of a company of a paper or of its membership of
// a special group, naming the open bids that would rest on an expired one.
func (t *Teller) tellExpiring(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d partysvc.Expiring
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	expires, err := time.Parse(time.DateOnly, d.ExpiresOn)
	if err != nil {
		return err
	}
	bids, err := t.Party.BrokenBids(ctx, tx, e.Owner, expires)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, e.Owner)
	if err != nil {
		return err
	}
	names := make([]string, 0, namedBids)
	for _, b := range bids[:min(len(bids), namedBids)] {
		names = append(names, b.Reference+" "+b.Name)
	}
	kind := expiryMails[d.Kind][0]
	if len(bids) > 0 {
		kind = expiryMails[d.Kind][1]
	}
	n := notifysvc.News{
		Kind:   "document.expiring." + d.Kind,
		Params: map[string]string{"day": expires.Format("02-01-2006"), "bids": fmt.Sprint(len(bids)), "stage": fmt.Sprint(d.Stage)},
		Path:   documentsPart,
		Mail:   kind,
		Data:   mail.Data{Day: expires.Format("02-01-2006"), Bids: strings.Join(names, "; ")},
	}
	if e.Action == partysvc.GroupExpiring {
		g, err := t.Party.GroupOf(ctx, tx, e.Owner, e.ObjectID)
		if err != nil {
			return err
		}
		n.Kind, n.Path = "group.expiring", groupsPart
		n.Data.Category, n.Params["group"] = g.Name, g.Name
	}
	return t.Notify.Spread(ctx, tx, people, n)
}

// tellGroup tells the people of a company what became of their application to a special group.
func (t *Teller) tellGroup(ctx context.Context, tx pg.Tx, e journal.Event) error {
	g, err := t.Party.GroupOf(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, e.Owner)
	if err != nil {
		return err
	}
	kind, what := mail.GroupValidated, "group.validated"
	if e.Action == partysvc.GroupRejected {
		kind, what = mail.GroupRejected, "group.rejected"
	}
	return t.Notify.Spread(ctx, tx, people, notifysvc.News{
		Kind:   what,
		Params: map[string]string{"group": g.Name},
		Path:   groupsPart,
		Mail:   kind,
		Data:   mail.Data{Category: g.Name, Reason: g.Reason},
	})
}

// tellCase tells the people of a supplier of a notice, a decision or its end, in the app.
func (t *Teller) tellCase(ctx context.Context, tx pg.Tx, e journal.Event) error {
	c, err := t.Party.Announcement(ctx, tx, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, c.Supplier)
	if err != nil {
		return err
	}
	by := c.BuyerName
	if by == "" {
		by = "Zabuni"
	}
	return t.Notify.Spread(ctx, tx, people, notifysvc.News{
		Kind:   strings.TrimPrefix(e.Action, "party."),
		Params: map[string]string{"company": by, "reply_by": c.ReplyBy.Format("02-01-2006")},
		Path:   notices,
	})
}
