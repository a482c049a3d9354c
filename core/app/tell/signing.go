package tell

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// tellToSign tells those whose signatures are next; of a request that has ended meanwhile they
// hear what became of it instead.
func (t *Teller) tellToSign(ctx context.Context, tx pg.Tx, e journal.Event) error {
	news, k, err := t.signing(ctx, tx, e)
	if err != nil || len(news.Next) == 0 || k.Contract.Status != string(contract.Signing) {
		return err
	}
	return t.tellSigners(ctx, tx, news.Next, k, notifysvc.News{Kind: "contract.to_sign", Mail: mail.ContractSigning, Data: mail.Data{Company: k.BuyerName}})
}

// tellInForce tells everybody who has signed, and those who manage it, that a contract is in force.
func (t *Teller) tellInForce(ctx context.Context, tx pg.Tx, e journal.Event) error {
	news, k, err := t.signing(ctx, tx, e)
	if err != nil {
		return err
	}
	return t.tellAll(ctx, tx, e, news, k, notifysvc.News{Kind: "contract.in_force", Mail: mail.ContractSigned})
}

// tellUnsigned tells them that it is not signed, and why; whoever ended it knows.
func (t *Teller) tellUnsigned(ctx context.Context, tx pg.Tx, e journal.Event) error {
	news, k, err := t.signing(ctx, tx, e)
	if err != nil {
		return err
	}
	if news.Outcome == contract.RanOut {
		return t.tellAll(ctx, tx, e, news, k, notifysvc.News{Kind: "contract.sign_expired", Mail: mail.ContractRanOut})
	}
	return t.tellAll(ctx, tx, e, news, k, notifysvc.News{Kind: "contract.unsigned", Mail: mail.ContractUnsigned, Data: mail.Data{Reason: news.Reason}})
}

// tellLapsed tells them that an amendment that they have signed amends nothing any more.
func (t *Teller) tellLapsed(ctx context.Context, tx pg.Tx, e journal.Event) error {
	news, k, err := t.signing(ctx, tx, e)
	if err != nil {
		return err
	}
	return t.tellAll(ctx, tx, e, news, k, notifysvc.News{Kind: "contract.lapsed", Mail: mail.ContractLapsed})
}

func (t *Teller) signing(ctx context.Context, tx pg.Tx, e journal.Event) (contractsvc.SigningNews, contractsvc.Details, error) {
	var news contractsvc.SigningNews
	if err := json.Unmarshal(e.Detail, &news); err != nil {
		return news, contractsvc.Details{}, err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	return news, k, err
}

// tellAll tells everybody of whom signatures were asked, and the buyer's people who manage it.
func (t *Teller) tellAll(ctx context.Context, tx pg.Tx, e journal.Event, news contractsvc.SigningNews, k contractsvc.Details, n notifysvc.News) error {
	people, err := t.ofContracts(ctx, tx, e, access.ManageContract)
	if err != nil {
		return err
	}
	all := news.All
	for _, p := range people {
		if !slices.Contains(all, p.Account) {
			all = append(all, p.Account)
		}
	}
	return t.tellSigners(ctx, tx, slices.DeleteFunc(all, func(a uuid.UUID) bool { return a == e.Actor }), k, n)
}

func (t *Teller) tellSigners(ctx context.Context, tx pg.Tx, accounts []uuid.UUID, k contractsvc.Details, n notifysvc.News) error {
	var people []identitysvc.Recipient
	for _, account := range accounts {
		p, err := t.Identity.Recipient(ctx, tx, account)
		if err != nil {
			return err
		}
		people = append(people, p)
	}
	n.Params = map[string]string{"company": k.BuyerName, "reason": n.Data.Reason}
	return t.tellOfContract(ctx, tx, people, k, n)
}
