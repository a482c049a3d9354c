package tell

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
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
		{contractsvc.ContractLevelPassed, t.tellSubmitted},
		{contractsvc.ContractRefused, t.tellRefused},
		{contractsvc.ContractApproved, t.tellApproved},
		{contractsvc.ContractSent, t.tellSent},
		{contractsvc.ContractRecalled, t.tellRecalled},
		{contractsvc.ContractCancelled, t.tellRecalled},
		{contractsvc.SigningBegun, t.tellToSign},
		{contractsvc.ContractSigned, t.tellToSign},
		{contractsvc.SigningReminded, t.tellToSign},
		{contractsvc.ContractBegun, t.tellInForce},
		{contractsvc.SigningEnded, t.tellUnsigned},
		{contractsvc.ContractLapsed, t.tellLapsed},
		{contractsvc.ScanOffered, t.tellScan},
		{contractsvc.ScanRefused, t.tellScanRefused},
		{contractsvc.ScanTaken, t.tellScanTaken},
		{contractsvc.ContractProposed, t.tellProposed},
		{contractsvc.ContractDecided, t.tellDecided},
		{contractsvc.ContractWithdrawn, t.tellTakenBack},
		{contractsvc.ContractBarred, t.tellBarred},
		{contractsvc.ContractCommented, t.tellCommented},
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

// tellSubmitted tells those of the level that decides now of a contract that waits for
// them, and who stands in for them; whoever has sent it knows.
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
	waits, err := t.Contracts.WaitsFor(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return p.Account == e.Actor || !slices.Contains(waits, p.Account) })
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

// tellOfContract tells people of a contract: each has contracts on a desk of their own, and with whom it
// is depends on whose they are.
func (t *Teller) tellOfContract(ctx context.Context, tx pg.Tx, people []identitysvc.Recipient, k contractsvc.Details, n notifysvc.News) error {
	c := k.Contract
	if n.Params == nil {
		n.Params = map[string]string{}
	}
	n.Params["number"], n.Params["category"] = c.Number, c.Title
	if n.Data.Day != "" {
		n.Params["day"] = n.Data.Day
	}
	if n.Data.By != "" {
		n.Params["by"] = n.Data.By
	}
	n.Data.Category, n.Data.Number = c.Title, c.Number
	shared := n.Params
	for _, p := range people {
		other := k.SupplierName
		if p.Type == access.Supplier {
			other = k.BuyerName
		}
		n.Data.Supplier, n.Params = other, maps.Clone(shared)
		n.Params["supplier"] = other
		switch n.Path = contractAt(p.Type, c.ID); n.Kind {
		case "contract.recalled":
			if p.Type == access.Supplier { // they cannot open it any more
				n.Path = "/supplier/contracts"
			}
		case "contract.scan": // it is compared there
			n.Path = "/contract-management/signature/" + c.ID.String() + "/upload"
		}
		if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, n); err != nil {
			return err
		}
	}
	return nil
}

// tellRefused tells those who manage a buyer's contracts that one came back, and why.
func (t *Teller) tellRefused(ctx context.Context, tx pg.Tx, e journal.Event) error {
	return t.tellManagers(ctx, tx, e, func(by string, reason string) notifysvc.News {
		return notifysvc.News{Kind: "contract.refused", Mail: mail.ContractReturned, Data: mail.Data{By: by, Reason: reason}}
	})
}

// tellApproved tells them that one can be sent.
func (t *Teller) tellApproved(ctx context.Context, tx pg.Tx, e journal.Event) error {
	return t.tellManagers(ctx, tx, e, func(string, string) notifysvc.News { return notifysvc.News{Kind: "contract.approved"} })
}

// tellProposed tells them that the other side proposes another text.
func (t *Teller) tellProposed(ctx context.Context, tx pg.Tx, e journal.Event) error {
	return t.tellManagers(ctx, tx, e, func(string, string) notifysvc.News {
		return notifysvc.News{Kind: "contract.answered", Mail: mail.ContractAnswered}
	})
}

// tellTakenBack tells them that it does not any more.
func (t *Teller) tellTakenBack(ctx context.Context, tx pg.Tx, e journal.Event) error {
	return t.tellManagers(ctx, tx, e, func(string, string) notifysvc.News {
		return notifysvc.News{Kind: "contract.taken_back", Mail: mail.ContractWithdraw}
	})
}

// tellBarred tells them that the other side of a contract is blacklisted.
func (t *Teller) tellBarred(ctx context.Context, tx pg.Tx, e journal.Event) error {
	people, err := t.ofContracts(ctx, tx, e, access.ManageContract)
	if err != nil || len(people) == 0 {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	return t.tellOfContract(ctx, tx, people, k, notifysvc.News{Kind: "contract.barred", Mail: mail.ContractBarred})
}

// tellCommented tells the side that did not say it of a comment.
func (t *Teller) tellCommented(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var moved contractsvc.Moved
	if err := json.Unmarshal(e.Detail, &moved); err != nil {
		return err
	}
	if moved.Shared {
		by, err := t.Identity.Recipient(ctx, tx, e.Actor)
		if err != nil {
			return err
		}
		return t.tellSupplier(ctx, tx, e, notifysvc.News{Kind: "contract.commented", Data: mail.Data{By: by.FirstName + " " + by.LastName}}, func(k contractsvc.Details) bool {
			return slices.Contains(contract.Shared, contract.Status(k.Contract.Status))
		})
	}
	return t.tellManagers(ctx, tx, e, func(by, _ string) notifysvc.News {
		return notifysvc.News{Kind: "contract.commented", Data: mail.Data{By: by}}
	})
}

// tellManagers tells a buyer's contract managers what became of a contract; who did it knows.
func (t *Teller) tellManagers(ctx context.Context, tx pg.Tx, e journal.Event, news func(by, reason string) notifysvc.News) error {
	people, err := t.ofContracts(ctx, tx, e, access.ManageContract)
	if err != nil || len(people) == 0 {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	by, err := t.Identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	var moved contractsvc.Moved
	if err := json.Unmarshal(e.Detail, &moved); err != nil {
		return err
	}
	n := news(by.FirstName+" "+by.LastName, moved.Reason)
	n.Params = map[string]string{"reason": moved.Reason}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return p.Account == e.Actor })
	return t.tellOfContract(ctx, tx, people, k, n)
}

// tellSent tells a supplier's people of a contract that was sent to them; of one that was taken
// back meanwhile they hear when it comes again.
func (t *Teller) tellSent(ctx context.Context, tx pg.Tx, e journal.Event) error {
	return t.tellSupplier(ctx, tx, e, notifysvc.News{Kind: "contract.sent", Mail: mail.ContractSent}, func(k contractsvc.Details) bool {
		return k.Contract.Status == string(contract.Sent)
	})
}

// tellDecided tells the other side how many of the changes that it proposed were accepted, and why.
func (t *Teller) tellDecided(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var verdict contractsvc.Verdict
	if err := json.Unmarshal(e.Detail, &verdict); err != nil {
		return err
	}
	n := notifysvc.News{Kind: "contract.decided", Mail: mail.ContractDecided, Params: map[string]string{
		"accepted": strconv.Itoa(verdict.Accepted),
		"rejected": strconv.Itoa(verdict.Rejected),
	}}
	n.Data.Count, n.Data.Rejected = n.Params["accepted"], n.Params["rejected"]
	if verdict.Accepted == 0 { // it is sent again as it was
		n.Kind, n.Mail = "contract.declined", mail.ContractDeclined
	}
	return t.tellSupplier(ctx, tx, e, n, func(contractsvc.Details) bool { return true })
}

// tellRecalled tells them that it was taken back, and why; of what was never sent they hear nothing.
func (t *Teller) tellRecalled(ctx context.Context, tx pg.Tx, e journal.Event) error {
	n := notifysvc.News{Kind: "contract.recalled", Mail: mail.ContractRecalled}
	if err := t.tellReleased(ctx, tx, e, n); err != nil {
		return err
	}
	return t.tellSupplier(ctx, tx, e, n, func(contractsvc.Details) bool { return true })
}

// tellReleased tells those whose approval was asked for that nobody waits for it any more.
func (t *Teller) tellReleased(ctx context.Context, tx pg.Tx, e journal.Event, n notifysvc.News) error {
	var moved contractsvc.Moved
	if err := json.Unmarshal(e.Detail, &moved); err != nil || len(moved.Asked) == 0 {
		return err
	}
	people, err := t.ofContracts(ctx, tx, e, access.ApproveContract)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool {
		return p.Account == e.Actor || !slices.Contains(moved.Asked, p.Account)
	})
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	n.Params = map[string]string{"company": k.BuyerName, "reason": moved.Reason}
	n.Data.Company, n.Data.Reason = k.BuyerName, moved.Reason
	return t.tellOfContract(ctx, tx, people, k, n)
}

func (t *Teller) tellSupplier(ctx context.Context, tx pg.Tx, e journal.Event, n notifysvc.News, still func(contractsvc.Details) bool) error {
	var moved contractsvc.Moved
	if err := json.Unmarshal(e.Detail, &moved); err != nil {
		return err
	}
	if moved.Supplier == nil || moved.Decided || (moved.Status == contract.Draft || moved.Status == contract.Cancelled) && !moved.Shared {
		return nil
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil || !still(k) {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, *moved.Supplier, access.ManageContract, nil)
	if err != nil {
		return err
	}
	if n.Params == nil {
		n.Params = map[string]string{}
	}
	n.Params["company"], n.Params["reason"] = k.BuyerName, moved.Reason
	n.Data.Company, n.Data.Reason = k.BuyerName, moved.Reason
	return t.tellOfContract(ctx, tx, people, k, n)
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
