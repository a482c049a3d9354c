package app

import (
	"context"

	"zabuni.org/core/award"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// mailOf is the mail that goes with a kind of letter.
var mailOf = map[award.Kind]mail.Kind{award.Award: mail.AwardLetter, award.Success: mail.AwardLetter, award.Regret: mail.RegretLetter,
	award.Custom: mail.Letter, award.DD: mail.Letter}

// tellLetter sends an issued letter to the people of its supplier, by mail with
// the document and in the app. The law asks for it: the unsubscribed get it too.
func (a *App) tellLetter(ctx context.Context, tx pg.Tx, e journal.Event) error {
	if err := a.Awards.Print(ctx, tx, e.Owner, e.ObjectID); err != nil {
		return err
	}
	l, err := a.Awards.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := a.Identity.CompanyRecipients(ctx, tx, l.SupplierID)
	if err != nil {
		return err
	}
	path := "/supplier/dashbard/letters/" + l.ID.String()
	for _, p := range people {
		_, err := a.Notify.Queue(ctx, tx, notifysvc.Mail{To: p, Kind: mailOf[award.Kind(l.Kind)], Path: path, Statutory: true, Document: l.DocumentID,
			Data: mail.Data{Company: l.BuyerName, Supplier: l.SupplierName, Title: l.JobTitle, Reference: l.CategoryReference, Category: l.CategoryName}})
		if err != nil {
			return err
		}
		params := map[string]string{"company": l.BuyerName, "category": l.CategoryName, "reference": l.Reference}
		if err := a.Notify.Tell(ctx, tx, p.Account, "letter."+l.Kind, params, path); err != nil {
			return err
		}
	}
	return nil
}
