package paymentsvc_test

import (
	"encoding/json"
	"testing"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// Money that went back is written as the provider said it, in the row and in the log: that
// it was reversed, or that the payer's bank asks it back, and how much.
func TestWhatWentBackIsWrittenAsItWasSaid(t *testing.T) {
	ctx, b := setup(t)
	part := money.Amount{Value: money.New(3, 0), Currency: "KES"}
	for outcome, kind := range map[payment.Outcome]string{payment.Reversed: "reversed", payment.Disputed: "disputed"} {
		for _, told := range []*money.Amount{nil, &part} {
			b.exec(`DELETE FROM rate_limit`)
			o, c := b.paying(ctx, b.category("20", "KES"))
			b.mpesa.says(ref(c), yes)
			b.settle(ctx)
			b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
			b.mpesa.says(ref(c), payment.Result{Outcome: outcome, Code: "back-" + kind, Amount: told})
			b.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() WHERE id = $1`, c.Attempt)
			if _, err := b.svc.SettleDue(ctx); err != nil {
				t.Fatal(err)
			}
			want := o.Amount
			if told != nil {
				want = *told
			}
			const row = `SELECT count(*) FROM payment_reversal WHERE attempt_id = $1 AND kind = $2 AND code = $3 AND amount = $4::numeric AND currency = $5`
			if n := b.count(row, c.Attempt, kind, "back-"+kind, want.Value.String(), string(want.Currency)); n != 1 {
				t.Errorf("%s, %v: %d rows say so", kind, told, n)
			}
			says, err := json.Marshal(map[string]any{"attempt": c.Attempt, "number": o.Number, "kind": kind, "amount": want, "code": "back-" + kind})
			if err != nil {
				t.Fatal(err)
			}
			const logged = `SELECT count(*) FROM audit_entry WHERE action = 'payment.attempt.reversed' AND object_id = $1 AND detail::jsonb = $2::jsonb`
			if n := b.count(logged, o.ID, string(says)); n != 1 {
				t.Errorf("%s, %v: %d entries say so", kind, told, n)
			}
			b.audit()
		}
	}
}
