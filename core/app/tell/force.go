package tell

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// forceTold is what is told of contracts in force. Their suppliers hear of what they can open there.
func (t *Teller) forceTold() []telling {
	told := []telling{
		{contractsvc.ContractRenewed, t.tellRenewed},
		{contractsvc.ContractNoticed, t.tellNoticed},
		{contractsvc.ContractTerminated, t.tellOver("contract.terminated", mail.ContractEnded)},
		{contractsvc.ContractCompleted, t.tellOver("contract.completed", mail.ContractDone)},
	}
	told = append(told, telling{contractsvc.DutyNear, t.tellNear})
	for _, act := range contract.DutyAct("").Values() {
		told = append(told, telling{contractsvc.DutyEvent(contract.DutyAct(act)), t.tellDuty(contract.DutyAct(act))})
	}
	return told
}

// dutyKinds are the kinds of news of what is due, by the act.
var dutyKinds = map[contract.DutyAct]string{
	contract.DutySet:                        "contract.due",
	contract.DutyChanged:                    "contract.due",
	contract.DutyHandedIn:                   "contract.due_done",
	contract.DutyAct(contract.SayMet):       "contract.due_met",
	contract.DutyAct(contract.SayPartially): "contract.due_part",
	contract.DutyAct(contract.SayNotMet):    "contract.due_unmet",
	contract.DutyAct(contract.SayReturned):  "contract.due_returned",
	contract.DutyAct(contract.SayWithdrawn): "contract.due_withdrawn",
}

// dutyMails are the mails beside them.
var dutyMails = map[contract.DutyAct]mail.Kind{
	contract.DutySet:                        mail.DutySet,
	contract.DutyChanged:                    mail.DutySet,
	contract.DutyHandedIn:                   mail.DutyDone,
	contract.DutyAct(contract.SayMet):       mail.DutyMet,
	contract.DutyAct(contract.SayPartially): mail.DutyPart,
	contract.DutyAct(contract.SayNotMet):    mail.DutyUnmet,
	contract.DutyAct(contract.SayReturned):  mail.DutyReturned,
	contract.DutyAct(contract.SayWithdrawn): mail.DutyWithdrawn,
}

// tellDuty tells the side that did not do it what was done about something that is due.
func (t *Teller) tellDuty(act contract.DutyAct) notifysvc.Handler {
	return func(ctx context.Context, tx pg.Tx, e journal.Event) error {
		var news contractsvc.DutyNews
		if err := json.Unmarshal(e.Detail, &news); err != nil {
			return err
		}
		on, err := time.Parse(time.DateOnly, news.DueOn)
		if err != nil {
			return err
		}
		by, err := t.Identity.Recipient(ctx, tx, e.Actor)
		if err != nil {
			return err
		}
		e.ObjectID = news.Contract
		n := notifysvc.News{
			Kind:   dutyKinds[act],
			Mail:   dutyMails[act],
			Params: map[string]string{"what": news.Title},
			Data:   mail.Data{Day: on.Format("02-01-2006"), By: by.FirstName + " " + by.LastName, Subject: news.Title},
		}
		if act != contract.DutyHandedIn { // what was done is read where its evidence lies
			n.Params["reason"], n.Data.Reason = news.Note, news.Note
		}
		if by.Type != access.Supplier {
			return t.tellReader(ctx, tx, e, n)
		}
		people, err := t.ofContracts(ctx, tx, e, access.ManageContract)
		if err != nil || len(people) == 0 {
			return err
		}
		k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
		if err != nil {
			return err
		}
		return t.tellOfContract(ctx, tx, people, k, n)
	}
}

// tellNear tells whose it is of something that is due soon, and both sides of what is late.
func (t *Teller) tellNear(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var coming contractsvc.DutyComing
	if err := json.Unmarshal(e.Detail, &coming); err != nil {
		return err
	}
	on, err := time.Parse(time.DateOnly, coming.DueOn)
	if err != nil {
		return err
	}
	e.ObjectID = coming.Contract
	news := func() notifysvc.News {
		n := notifysvc.News{Kind: "contract.due_near", Mail: mail.DutyNear, Params: map[string]string{"what": coming.Title}, Data: mail.Data{Day: on.Format("02-01-2006"), Subject: coming.Title}}
		if coming.Days < 0 {
			n.Kind, n.Mail = "contract.due_late", mail.DutyLate
		}
		return n
	}
	if coming.Days < 0 || coming.Side == contract.Counterparty {
		if err := t.tellReader(ctx, tx, e, news()); err != nil {
			return err
		}
	}
	theirs, err := t.Contracts.Reader(ctx, tx, e.Owner, e.ObjectID)
	if err != nil || coming.Days >= 0 && coming.Side == contract.Counterparty && theirs != nil {
		return err
	}
	people, err := t.ofContracts(ctx, tx, e, access.ManageContract) // also where the other side has no desk to hear of it
	if err != nil || len(people) == 0 {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	return t.tellOfContract(ctx, tx, people, k, news())
}

// tellReader tells the supplier of a contract in force or over, where it was sent to one.
func (t *Teller) tellReader(ctx context.Context, tx pg.Tx, e journal.Event, n notifysvc.News) error {
	company, err := t.Contracts.Reader(ctx, tx, e.Owner, e.ObjectID)
	if err != nil || company == nil {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, *company, access.ManageContract, nil)
	if err != nil {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	n.Params["company"] = k.BuyerName
	return t.tellOfContract(ctx, tx, people, k, n)
}

// tellRenewed tells both sides until when a contract goes on; who renewed it knows.
func (t *Teller) tellRenewed(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var moved contractsvc.Prolonged
	if err := json.Unmarshal(e.Detail, &moved); err != nil {
		return err
	}
	on, err := time.Parse(time.DateOnly, moved.EndsOn)
	if err != nil {
		return err
	}
	news := func() notifysvc.News {
		return notifysvc.News{Kind: "contract.renewed", Mail: mail.ContractRenewed, Params: map[string]string{}, Data: mail.Data{Day: on.Format("02-01-2006")}}
	}
	if err := t.tellReader(ctx, tx, e, news()); err != nil {
		return err
	}
	people, err := t.ofContracts(ctx, tx, e, access.ManageContract)
	if err != nil {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return p.Account == e.Actor })
	return t.tellOfContract(ctx, tx, people, k, news())
}

// tellNoticed tells a supplier that its contract ends on its last day, and why.
func (t *Teller) tellNoticed(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var moved contractsvc.Moved
	if err := json.Unmarshal(e.Detail, &moved); err != nil {
		return err
	}
	return t.tellReader(ctx, tx, e, notifysvc.News{Kind: "contract.noticed", Params: map[string]string{"reason": moved.Reason}})
}

// tellOver tells the other side, all who have signed it and those who manage it that a contract is over,
// since when and why; who ended it knows, and of what came in ended nobody hears.
func (t *Teller) tellOver(kind string, as mail.Kind) notifysvc.Handler {
	return func(ctx context.Context, tx pg.Tx, e journal.Event) error {
		var over contractsvc.Over
		if err := json.Unmarshal(e.Detail, &over); err != nil || over.Reason == "" {
			return err
		}
		on, err := time.Parse(time.DateOnly, over.EndedOn)
		if err != nil {
			return err
		}
		k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
		if err != nil {
			return err
		}
		all, err := t.Contracts.SignersOf(ctx, tx, e.Owner, e.ObjectID)
		if err != nil {
			return err
		}
		company, err := t.Contracts.Reader(ctx, tx, e.Owner, e.ObjectID)
		if err != nil {
			return err
		}
		if company != nil {
			theirs, err := t.Identity.Holders(ctx, tx, *company, access.ManageContract, nil)
			if err != nil {
				return err
			}
			for _, p := range theirs {
				if !slices.Contains(all, p.Account) {
					all = append(all, p.Account)
				}
			}
		}
		return t.tellAll(ctx, tx, e, contractsvc.SigningNews{All: all}, k, notifysvc.News{
			Kind: kind,
			Mail: as,
			Data: mail.Data{Company: k.BuyerName, Day: on.Format("02-01-2006"), Reason: over.Reason},
		})
	}
}
