package tell

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// contractTold is what is told of contracts.
func (t *Teller) contractTold() []telling {
	return []telling{
		{contractsvc.ContractDrafted, t.tellDrafted},
		{contractsvc.ContractSubmitted, t.tellSubmitted},
		{contractsvc.ContractEnding, t.tellEnding},
	}
}

// tellDrafted tells a buyer's contract managers of a draft that an award has left.
func (t *Teller) tellDrafted(ctx context.Context, tx pg.Tx, e journal.Event) error {
	people, err := t.ofContracts(ctx, tx, e, access.ManageContract)
	if err != nil || len(people) == 0 {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	c := k.Contract
	return t.tellOfContract(ctx, tx, people, k, notifysvc.News{
		Kind: "contract.drafted",
		Mail: mail.ContractDraft,
		Data: mail.Data{Title: c.Description, At: c.NoSignatureBefore.In(k.Zone())},
	})
}

// tellSubmitted tells those who approve a buyer's contracts of one that waits for
// them; whoever has sent it knows.
func (t *Teller) tellSubmitted(ctx context.Context, tx pg.Tx, e journal.Event) error {
	people, err := t.ofContracts(ctx, tx, e, access.ApproveContract)
	if err != nil || len(people) == 0 {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil || k.Contract.Status != string(contract.Review) {
		return err // decided meanwhile
	}
	by, err := t.Identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return p.Account == e.Actor })
	return t.tellOfContract(ctx, tx, people, k, notifysvc.News{
		Kind: "contract.submitted",
		Mail: mail.ContractApproval,
		Data: mail.Data{By: by.FirstName + " " + by.LastName},
	})
}

// ofContracts are a buyer's people with a right in contracts; none while that module
// is off: nobody could open one.
func (t *Teller) ofContracts(ctx context.Context, tx pg.Tx, e journal.Event, p access.Privilege) ([]identitysvc.Recipient, error) {
	err := partysvc.NeedModule(ctx, tx, e.Owner, party.Contracts)
	if errors.Is(err, party.ModuleOff) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return t.Identity.Holders(ctx, tx, e.Owner, p, nil)
}

// tellOfContract tells people of a contract: each has contracts on a desk of their own.
func (t *Teller) tellOfContract(ctx context.Context, tx pg.Tx, people []identitysvc.Recipient, k contractsvc.Details, n notifysvc.News) error {
	c := k.Contract
	n.Params = map[string]string{"number": c.Number, "supplier": k.SupplierName, "category": c.Title}
	if n.Data.Day != "" {
		n.Params["day"] = n.Data.Day
	}
	if n.Data.By != "" {
		n.Params["by"] = n.Data.By
	}
	n.Data.Supplier, n.Data.Category, n.Data.Number = k.SupplierName, c.Title, c.Number
	for _, p := range people {
		n.Path = contractAt(p.Type, c.ID)
		if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, n); err != nil {
			return err
		}
	}
	return nil
}

// tellEnding tells a buyer's contract managers that the end of a contract is near, or the last day on
// which notice may be given.
func (t *Teller) tellEnding(ctx context.Context, tx pg.Tx, e journal.Event) error {
	people, err := t.ofContracts(ctx, tx, e, access.ManageContract)
	if err != nil || len(people) == 0 {
		return err
	}
	var near contractsvc.EndingNear
	if err := json.Unmarshal(e.Detail, &near); err != nil {
		return err
	}
	on, err := time.Parse(time.DateOnly, near.On)
	if err != nil {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil || k.Contract.Status != string(contract.Active) {
		return err // ended meanwhile
	}
	n := notifysvc.News{Kind: "contract.ending", Mail: mail.ContractEnding, Data: mail.Data{Day: on.Format("02-01-2006")}}
	if near.About == "notice" {
		n.Kind, n.Mail = "contract.notice", mail.ContractNotice
	}
	return t.tellOfContract(ctx, tx, people, k, n)
}
