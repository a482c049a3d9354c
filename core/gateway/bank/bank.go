// Package bank is transfers to accounts of the platform: nobody is called, and what came is
// told by statements. Where money goes to is a setting of the machine, so that nobody at a
// desk can have it sent elsewhere.
package bank

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// Options are the accounts as the setting has them.
type Options struct {
	Accounts string // currency|holder|bank|branch|number|swift; several apart by semicolons
}

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool { return strings.TrimSpace(o.Accounts) != "" }

// Complete reports whether the options can work at all.
func (o Options) Complete() bool { return o.Begun() }

// FromEnv reads the setting BANK_ACCOUNTS.
func FromEnv(env func(string) string) Options { return Options{Accounts: env("BANK_ACCOUNTS")} }

// A Client offers transfers.
type Client struct{ accounts []payment.Account }

// New reads the accounts. No two have one currency: a payer is not left to choose.
func New(o Options) (*Client, error) {
	c := &Client{}
	for i, text := range strings.Split(o.Accounts, ";") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		parts := strings.Split(text, "|")
		for n := range parts {
			parts[n] = strings.TrimSpace(parts[n])
		}
		if len(parts) != 6 || parts[1] == "" || parts[2] == "" || parts[4] == "" {
			return nil, fmt.Errorf("bank: account %d is not currency|holder|bank|branch|number|swift", i+1)
		}
		currency, err := money.ParseCurrency(parts[0])
		if err != nil {
			return nil, fmt.Errorf("bank: account %d: %w", i+1, err)
		}
		if c.Takes(currency) {
			return nil, fmt.Errorf("bank: two accounts in %s", currency)
		}
		c.accounts = append(c.accounts, payment.Account{
			Currency: currency,
			Holder:   parts[1],
			Bank:     parts[2],
			Branch:   parts[3],
			Number:   parts[4],
			Swift:    parts[5],
		})
	}
	if len(c.accounts) == 0 {
		return nil, errors.New("bank: no account")
	}
	return c, nil
}

// Login has nobody to ask.
func (c *Client) Login(context.Context) error { return nil }

// Accounts are those that money is sent to.
func (c *Client) Accounts() []payment.Account { return c.accounts }

// Takes reports whether there is an account in a currency.
func (c *Client) Takes(currency money.Currency) bool {
	for _, a := range c.accounts {
		if a.Currency == currency {
			return true
		}
	}
	return false
}

// Initiate tells nobody: the payer is shown what to write.
func (c *Client) Initiate(_ context.Context, ch payment.Charge) (payment.Accepted, error) {
	return payment.Accepted{Ref: ch.MerchantRef}, nil
}

// Query has nobody to ask: only a statement says that money came.
func (c *Client) Query(context.Context, payment.Charge) (payment.Result, error) {
	return payment.Result{}, nil
}

// Read takes no messages: a bank sends none here.
func (c *Client) Read(payment.Message) ([]payment.Hint, error) { return nil, payment.Forged }

// Reply says nothing.
func (c *Client) Reply(payment.Message) payment.Reply { return payment.Reply{} }
