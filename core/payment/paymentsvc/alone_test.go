//go:build demo

package paymentsvc_test

import (
	"fmt"
	"testing"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// One person decides about what is little by what came as well, and not only by what was asked. Each has a cart of its
// own: what was not paid stays in it, and the next order would be of both.
func TestOnePersonIsEnoughForLittleThatCame(t *testing.T) {
	for came, alone := range map[int64]bool{99: true, 5000: false} {
		t.Run(fmt.Sprint(came), func(t *testing.T) {
			ctx, b := setup(t)
			b.limited() // 100 shillings
			clerk := b.clerks(1)[0]
			o, c := b.paying(ctx, b.category("90", "KES"))
			much := money.Amount{Value: money.New(came, 0), Currency: "KES"}
			b.mpesa.says(ref(c), payment.Result{Outcome: payment.Paid, Code: "0", Amount: &much, Receipt: "R" + c.Attempt.String()[24:]})
			b.settle(ctx)
			b.expect(ctx, o.ID, payment.Failed, payment.Review, payment.AmountDiffers)
			s, err := b.svc.OrderStory(ctx, b.reader(), o.Number)
			b.must(err)
			if !s.Amount.Value.Equal(money.New(90, 0)) || s.Alone != alone {
				t.Errorf("%s: the desk says %t", s.Amount, s.Alone)
			}
			b.must(b.svc.Propose(ctx, clerk, paymentsvc.Proposal{Attempt: c.Attempt, Act: paymentsvc.Dismiss, Reason: "It is given back"}))
			if n := b.count(`SELECT count(*) FROM payment_resolution WHERE attempt_id = $1 AND alone AND approved`, c.Attempt); (n == 1) != alone {
				t.Errorf("one person decides: %d", n)
			}
		})
	}
}
