//go:build demo

package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pg"
)

// transferred is the category whose fee is paid by bank.
const transferred = "Generators"

// A movement is a line of a statement as a bank writes it.
type movement struct {
	amount int64
	words  string
}

// mt940 writes a statement of an account that held opening.
func mt940(account, currency string, number int, on time.Time, opening int64, lines []movement) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, ":20:KCB%05d\n:25:%s\n:28C:%d/1\n:60F:C%s%s%d,00\n", number, account, number, on.Format("060102"), currency, opening)
	for i, l := range lines {
		mark := "C"
		value := l.amount
		if value < 0 {
			mark, value = "D", -value
		}
		opening += l.amount
		reference, words, ok := strings.Cut(l.words, "|")
		if !ok {
			reference, words = fmt.Sprintf("FT%s%02d%02d", on.Format("0102"), number, i), l.words
		}
		fmt.Fprintf(&s, ":61:%s%s%d,00NTRFNONREF//%s\n:86:%s\n", on.Format("0601020102"), mark, value, reference, words)
	}
	fmt.Fprintf(&s, ":62F:C%s%s%d,00\n", on.Format("060102"), currency, opening)
	return []byte(s.String())
}

// seedTransfers has three suppliers pay by bank, and imports what the bank says of it: one pays its
// order, one pays too little, one forgot the number and waits; besides, what no order explains and what
// went out. A second statement overlaps with the first.
func seedTransfers(ctx context.Context, a *app.App, clock *Clock) error {
	if a.Gateways[payment.Bank] == nil { // a platform whose settings name no account
		return nil
	}
	on, err := clock.today(ctx)
	if err != nil {
		return err
	}
	var category uuid.UUID
	if err := a.DB.QueryRow(ctx, `SELECT id FROM category WHERE name = $1`, transferred).Scan(&category); err != nil {
		return err
	}
	var numbers []string
	payers := people[len(people)-3:]
	for _, p := range payers {
		if _, err := a.Payments.AddToCart(ctx, p.actor, category); err != nil {
			return err
		}
		order, err := a.Payments.Checkout(ctx, p.actor, "demonstration-bank-"+p.email)
		if err != nil {
			return err
		}
		if _, err := a.Payments.PayByBank(ctx, p.actor, paymentsvc.Pay{Order: order.ID, Key: "demonstration-bank-" + p.email}); err != nil {
			return err
		}
		numbers = append(numbers, order.Number)
	}
	account, err := bank.New(bank.Options{Accounts: BankAccounts})
	if err != nil {
		return err
	}
	kes := account.Accounts()[0]
	cash := movement{7300, "FTCASH0001|CASH DEPOSIT WESTLANDS BRANCH"}
	first := []movement{
		{2500, "EFT " + strings.ToLower(numbers[0]) + " BID FEE"},
		{2400, "RTGS " + strings.ReplaceAll(numbers[1], "-", " ")},
		{2500, "TRANSFER " + payers[2].company.name},
		cash,
		{-350, "LEDGER FEE"},
	}
	opening := int64(184_200)
	for i, lines := range [][]movement{first, {cash, {18_000, "CHEQUE 000412 KIAMBU TRADERS"}}} {
		file := paymentsvc.File{Name: fmt.Sprintf("kcb-%s-%d.sta", on.Format("2006-01-02"), i+1), Bytes: mt940(kes.Number, "KES", i+1, on, opening, lines)}
		if err := importStatement(ctx, a, kes, file); err != nil {
			return err
		}
	}
	_, err = a.Payments.SettleLines(ctx)
	return err
}

func importStatement(ctx context.Context, a *app.App, account payment.Account, file paymentsvc.File) error {
	clerk := people[0].actor
	plan, err := a.Payments.CheckStatement(ctx, clerk, account.Key(), file)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, a.DB, func(tx pg.Tx) error { return a.Payments.ImportStatement(ctx, tx, clerk, plan) })
}
