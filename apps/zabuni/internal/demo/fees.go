//go:build demo

package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/simulator/daraja"
)

// BankAccounts are the platform's in a demonstration, as the setting has them.
const BankAccounts = "KES|Zabuni Limited|KCB Bank Kenya|Moi Avenue|1180 2345 67|KCBLKENX;USD|Zabuni Limited|KCB Bank Kenya|Moi Avenue|1180 9988 77|KCBLKENX"

// payer is a phone whose provider never calls back: nobody would answer yet.
const payer = "254711200044"

// phones are those of the demonstration's past: they answer when they are told to.
var phones *daraja.Simulator

func openPhones(a *app.App) (err error) {
	if phones, err = daraja.Open(daraja.Options{Manual: true}); err != nil {
		return err
	}
	a.Gateways[payment.Mpesa], err = mpesa.New(phones.Client(a.Clock.Now))
	return err
}

// pay puts a category into the cart and pays its fee, by M-Pesa where it has
// one. The clock stands at the given time and moves on until the provider is asked.
func (b bid) pay(ctx context.Context, a *app.App, clock *Clock, category uuid.UUID, at time.Time) error {
	cart, err := a.Payments.AddToCart(ctx, b.by.actor, category)
	if err != nil {
		return err
	}
	key := "demonstration-" + category.String() + b.by.email
	order, err := a.Payments.Checkout(ctx, b.by.actor, key)
	if err != nil || cart.Total == nil || cart.Total.Value.IsZero() {
		return err
	}
	if _, err = a.Payments.PayByMpesa(ctx, b.by.actor, paymentsvc.Pay{Order: order.ID, Phone: payer, Key: key}); err != nil {
		return err
	}
	if err := phones.End(phones.Prompts()[0].Ref, 0); err != nil {
		return err
	}
	for range 10 {
		at = at.Add(10 * time.Second)
		if err := clock.at(ctx, at); err != nil {
			return err
		}
		if _, err := a.Payments.SettleDue(ctx); err != nil {
			return err
		}
		got, err := a.Payments.Order(ctx, b.by.actor, order.ID)
		if err != nil || got.Status == payment.Completed {
			return err
		}
	}
	return errors.Join(errors.New("the fee is not settled"), fmt.Errorf("order %s", order.ID))
}
