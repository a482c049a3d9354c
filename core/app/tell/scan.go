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

// tellScan tells those who may confirm a signed paper that one waits; who brought it may not.
func (t *Teller) tellScan(ctx context.Context, tx pg.Tx, e journal.Event) error {
	people, err := t.ofContracts(ctx, tx, e, access.ManageContract)
	if err != nil {
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil || k.Contract.Status != string(contract.Approved) && k.Contract.Status != string(contract.Sent) {
		return err // it is signed otherwise meanwhile, or written anew
	}
	by, err := t.Identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return p.Account == e.Actor || p.Type != access.Temp }) // the desk of contracts compares
	return t.tellOfContract(ctx, tx, people, k, notifysvc.News{Kind: "contract.scan", Mail: mail.ContractScan, Data: mail.Data{By: by.FirstName + " " + by.LastName}})
}

// tellScanRefused tells who brought a signed paper that the second person refused it, and why.
func (t *Teller) tellScanRefused(ctx context.Context, tx pg.Tx, e journal.Event) error {
	news, k, err := t.scan(ctx, tx, e)
	if err != nil {
		return err
	}
	by, err := t.Identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	return t.tellSigners(ctx, tx, []uuid.UUID{news.By}, k, notifysvc.News{
		Kind: "contract.scan_refused",
		Mail: mail.ContractScanBack,
		Data: mail.Data{By: by.FirstName + " " + by.LastName, Reason: news.Reason},
	})
}

// tellScanTaken tells the other side, who brought the paper and those who manage it that a contract is in
// force, as where all have signed it here. What takes effect says so itself.
func (t *Teller) tellScanTaken(ctx context.Context, tx pg.Tx, e journal.Event) error {
	news, k, err := t.scan(ctx, tx, e)
	if err != nil {
		return err
	}
	n := func() notifysvc.News {
		return notifysvc.News{Kind: "contract.in_force", Mail: mail.ContractOnPaper, Params: map[string]string{}}
	}
	if err := t.tellReader(ctx, tx, e, n()); err != nil {
		return err
	}
	return t.tellAll(ctx, tx, e, contractsvc.SigningNews{All: []uuid.UUID{news.By}}, k, n())
}

func (t *Teller) scan(ctx context.Context, tx pg.Tx, e journal.Event) (contractsvc.ScanNews, contractsvc.Details, error) {
	var news contractsvc.ScanNews
	if err := json.Unmarshal(e.Detail, &news); err != nil {
		return news, contractsvc.Details{}, err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	return news, k, err
}
