//go:build demo

package paymentsvc_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// feesAre checks what the operator reads of the fees of the job.
func (b *bundle) feesAre(ctx context.Context, want map[uuid.UUID]string) {
	b.t.Helper()
	manager := b.clerks(1)[0]
	manager.Privileges = []access.Privilege{access.ManageJob}
	got, err := b.svc.JobFees(ctx, manager, b.job)
	b.must(err)
	for _, f := range got.Fees {
		is := fmt.Sprintf("paid %d, %d went back, %s received, %s back", f.Paid, f.WentBack, f.Received.Value.Short(), f.Back.Value.Short())
		if want[f.Category] != is {
			b.t.Errorf("%s, want %s", is, want[f.Category])
		}
	}
}

// A buyer reads what came in for its jobs once they have closed: before, not even how many have paid. Nobody
// else's are there, nor those of categories that the person may not see.
func TestABuyerReadsItsFees(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	head := access.Actor{User: uuid.New(), Org: b.buyer, Type: access.Buyer, Privileges: []access.Privilege{access.ViewReport}}
	b.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
		VALUES ($1, $2, 'buyer', 'head@buyer.test', 'Zawadi', 'Mrema', 'active', now())`, head.User, b.buyer)
	x, y := b.category("60", "KES"), b.category("200", "KES")
	free := b.category("0", "KES") // without a fee: ordered all the same, and no payment
	o := b.bought(ctx, x, y)
	b.ordered(ctx, free)
	read := func(a access.Actor, search string) (shown map[uuid.UUID]string, sums string) {
		t.Helper()
		fees, totals, err := b.svc.BuyerFees(ctx, a, []sourcing.Activity{sourcing.Tender}, search, "", 10)
		b.must(err)
		shown = map[uuid.UUID]string{}
		for _, f := range fees.Items {
			shown[f.Category] = fmt.Sprint(f.Fee.Value.Short(), " ", f.Told, " ", f.Paid, " ", f.Received.Value.Short(), " ", f.Back.Value.Short())
		}
		for _, s := range totals {
			sums += fmt.Sprint(s.Paid, " ", s.Received.Value.Short(), " ", s.Back.Value.Short(), " ", s.Received.Currency, ";")
		}
		return shown, sums
	}
	shown, sums := read(head, "")
	if len(shown) != 2 || shown[x] != "60 false 0 0 0" || shown[y] != "200 false 0 0 0" || sums != "" {
		t.Errorf("before it closes: %v, %q", shown, sums)
	}
	b.exec(`UPDATE category SET status = 'closed', closed_at = zabuni.clock() WHERE id = $1`, x)
	b.exec(`UPDATE category SET status = 'cancelled' WHERE id = $1`, y)
	b.exec(`UPDATE category SET status = 'closed', closed_at = zabuni.clock() WHERE id = $1`, free)
	b.back(ctx, b.clerks(1)[0], o, false, part(y, 50))
	shown, sums = read(head, "")
	if shown[x] != "60 true 1 60 0" || shown[y] != "200 true 1 200 50" || sums != "2 260 50 KES;" {
		t.Errorf("closed: %v, %q", shown, sums)
	}
	if shown, sums = read(head, "reagents "+x.String()); len(shown) != 1 || sums != "1 60 0 KES;" {
		t.Errorf("one that is looked for: %v, %q", shown, sums)
	}
	first, _, err := b.svc.BuyerFees(ctx, head, nil, "", "", 1)
	b.must(err)
	rest, _, err := b.svc.BuyerFees(ctx, head, nil, "", first.Next, 1)
	if err != nil || len(rest.Items) != 1 || rest.Next != "" || rest.Items[0].Category == first.Items[0].Category {
		t.Errorf("%+v, then %+v: %v", first, rest, err)
	}
	if none, _, err := b.svc.BuyerFees(ctx, head, []sourcing.Activity{sourcing.RFQ}, "", "", 10); err != nil || len(none.Items) != 0 {
		t.Errorf("%+v: %v", none, err)
	}
	b.exec(`INSERT INTO category_access (account_id, category_id, buyer_id, allowed) VALUES ($1, $2, $3, false)`, head.User, x, b.buyer)
	if shown, sums = read(head, ""); len(shown) != 1 || sums != "1 200 50 KES;" {
		t.Errorf("with a closed door: %v, %q", shown, sums)
	}
	other := head
	other.Org = b.company("buyer")
	if shown, sums = read(other, ""); len(shown) != 0 || sums != "" {
		t.Errorf("another buyer's: %v, %q", shown, sums)
	}
	for _, a := range []access.Actor{b.actor, {User: head.User, Org: head.Org, Type: access.Buyer}} {
		_, _, err := b.svc.BuyerFees(ctx, a, nil, "", "", 1)
		is(t, err, fault.Forbidden)
	}
	_, _, err = b.svc.BuyerFees(ctx, head, nil, "", "nonsense", 1)
	if fault.As(err).Kind != fault.KindInvalid {
		t.Error(err)
	}
}
