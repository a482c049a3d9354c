package app_test

import (
	"context"
	"fmt"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

type prompts = *story.Till

// A counter is a till to which payers also send money by hand, and what came there.
type counter struct {
	prompts
	came []payment.Came
}

// comes has somebody send money.
func (d *counter) comes(bill string, a money.Amount, at time.Time) {
	d.came = append(d.came, payment.Came{Receipt: fmt.Sprintf("HAND%d", len(d.came)+1), Bill: bill, Payer: "PETER 2547…567", Amount: a, At: at})
}

// Till is a paybill.
func (*counter) Till() payment.Till { return payment.Till{Number: "4077001", Currency: "KES"} }

// Call has nobody to tell.
func (*counter) Call(context.Context, string) error { return nil }

// Notice reads nothing.
func (*counter) Notice(payment.Message) (payment.Notice, bool, error) {
	return payment.Notice{}, false, nil
}

// Say answers nobody.
func (*counter) Say(payment.Word) payment.Reply { return payment.Reply{} }

// Came is all of it.
func (d *counter) Came(context.Context, time.Time) ([]payment.Came, error) { return d.came, nil }

// asksTills asks what came, and looks at it. A line that cannot be settled is no end of it.
func (c *chronicle) asksTills() {
	c.Helper()
	n, err := c.Payments.AskTills(c.Context())
	c.Must(err)
	if n == 0 {
		c.Error("nothing came")
	}
	_, _ = c.Payments.SettleLines(c.Context())
}
