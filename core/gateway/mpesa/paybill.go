package mpesa

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

const (
	// asks ends the address at which Daraja asks whether money may come.
	asks = "-asks"
	// largestPage of what came is more than an answer about one payment.
	largestPage = 1 << 20
	pages       = 20
	// pulled is how far back Daraja tells what came.
	pulled = 48 * time.Hour
)

// Till is the paybill; there is none without the secret of its addresses, nor where money is paid into a till of
// "buy goods", which takes no account.
func (c *Client) Till() payment.Till {
	if c.o.Hook == "" || c.o.Till != "" {
		return payment.Till{Currency: "KES"}
	}
	return payment.Till{Number: c.o.Shortcode, Currency: "KES"}
}

// Call tells Daraja, once in the life of a process, where it asks and where it confirms. It takes such addresses
// once only, and says so; base holds no name of its product, which it refuses.
func (c *Client) Call(ctx context.Context, base string) error {
	c.mu.Lock()
	done := c.called
	c.mu.Unlock()
	if done {
		return nil
	}
	token, err := c.bearer(ctx)
	if err != nil {
		return err
	}
	// Where we do not answer, the payment is taken: it comes to a person's desk then, and is lost to nobody.
	status, a, err := c.post(ctx, token, "/mpesa/c2b/v1/registerurl", map[string]string{
		"ShortCode": c.o.Shortcode, "ResponseType": "Completed", "ConfirmationURL": base + c.o.Hook, "ValidationURL": base + c.o.Hook + asks})
	registered := a.ResponseCode == "0" || a.ResponseCode == "00000000" || strings.Contains(strings.ToLower(a.ErrorMessage), "already registered")
	if err == nil && !registered {
		err = fmt.Errorf("mpesa: its addresses are not taken: %d %s %s", status, a.ErrorCode, a.ErrorMessage)
	}
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.called = true
	c.mu.Unlock()
	return nil
}

// number is an amount that Daraja writes now as a string and now as a number.
type number string

// UnmarshalJSON reads either; an amount never goes through a float.
func (n *number) UnmarshalJSON(raw []byte) error {
	*n = number(strings.Trim(string(raw), `"`))
	return nil
}

func shillings(n number) (money.Amount, error) {
	v, err := money.ParseDecimal(string(n))
	if err == nil && v.Sign() <= 0 {
		err = errors.New("mpesa: nothing came")
	}
	return money.Amount{Value: v, Currency: "KES"}, err
}

// Notice reads what Daraja tells of a paybill. Nothing in it is signed: the secret in its address is all that
// proves it, so that it says no more than that there is something to ask.
func (c *Client) Notice(m payment.Message) (n payment.Notice, ours bool, err error) {
	if c.Till().Number == "" {
		return n, false, nil
	}
	n.Asks = subtle.ConstantTimeCompare([]byte(m.Token), []byte(c.o.Hook+asks)) == 1
	if !n.Asks && subtle.ConstantTimeCompare([]byte(m.Token), []byte(c.o.Hook)) != 1 {
		return n, false, nil
	}
	var in struct {
		TransID, BillRefNumber, BusinessShortCode string
		TransAmount                               number
		FirstName, MiddleName, LastName           string
		MSISDN                                    code
	}
	if err := json.Unmarshal(m.Body, &in); err != nil {
		return n, true, err
	}
	if n.Amount, err = shillings(in.TransAmount); err != nil {
		return n, true, err
	}
	if in.BusinessShortCode != c.o.Shortcode || in.TransID == "" || len(in.TransID) > 40 || len(in.BillRefNumber) > 100 {
		return n, true, errors.New("mpesa: not a payment to this paybill")
	}
	n.Receipt, n.Bill = in.TransID, in.BillRefNumber
	n.Payer = payer(in.FirstName+" "+in.MiddleName+" "+in.LastName, string(in.MSISDN))
	return n, true, nil
}

// payer is a name with the ends of a phone.
func payer(name, phone string) string {
	return strings.Join(append(strings.Fields(name), payment.Mask(phone)), " ")
}

// words are what Daraja takes as answers to whether money may come.
var words = map[payment.Word]string{payment.MayCome: "0", payment.NobodysBill: "C2B00012", payment.AnotherPrice: "C2B00013"}

// Say answers whether money may come.
func (c *Client) Say(w payment.Word) payment.Reply {
	says := "Rejected"
	if w == payment.MayCome {
		says = "Accepted"
	}
	return payment.Reply{Type: "application/json", Body: []byte(`{"ResultCode":"` + words[w] + `","ResultDesc":"` + says + `"}`)}
}

// Came asks what came to the paybill since a moment, as far back as Daraja tells. What cannot be read of it keeps nobody
// from the rest.
func (c *Client) Came(ctx context.Context, since time.Time) ([]payment.Came, error) {
	now := c.o.Now()
	if oldest := now.Add(-pulled + time.Minute); since.Before(oldest) {
		since = oldest
	}
	var (
		out    []payment.Came
		odd    []error
		offset int
	)
	for range pages {
		rows, err := c.page(ctx, since, now, offset)
		if err != nil || len(rows) == 0 {
			return out, errors.Join(append(odd, err)...)
		}
		offset += len(rows)
		for _, r := range rows {
			came, err := r.came()
			if err != nil {
				odd = append(odd, err)
				continue
			}
			out = append(out, came)
		}
	}
	return out, errors.Join(append(odd, errors.New("mpesa: more came than is read at once"))...)
}

// pull is how Daraja lists what came.
type pull struct {
	ResponseCode    code
	ResponseMessage string
	ErrorCode       string
	ErrorMessage    string
	Response        [][]pulledRow
}

// pulledRow is one payment in it.
type pulledRow struct {
	TransactionID string `json:"transactionId"`
	At            string `json:"trxDate"`
	MSISDN        code   `json:"msisdn"`
	Sender        string `json:"sender"`
	Bill          string `json:"billreference"`
	Amount        number `json:"amount"`
}

func (x pulledRow) came() (payment.Came, error) {
	a, err := shillings(x.Amount)
	if err == nil && (x.TransactionID == "" || len(x.TransactionID) > 40) {
		err = errors.New("no receipt")
	}
	if err != nil {
		return payment.Came{}, fmt.Errorf("mpesa: what came cannot be read: %.50q of %.50q: %w", x.TransactionID, x.Amount, err)
	}
	at, err := time.Parse("2006-01-02T15:04:05", strings.TrimSuffix(x.At, "Z"))
	if err != nil {
		return payment.Came{}, err
	}
	return payment.Came{
		Receipt: x.TransactionID,
		Bill:    x.Bill,
		Payer:   payer(x.Sender, string(x.MSISDN)),
		Amount:  a,
		At:      at,
	}, nil
}

func (c *Client) page(ctx context.Context, since, until time.Time, offset int) ([]pulledRow, error) {
	token, err := c.bearer(ctx)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(map[string]string{"ShortCode": c.o.Shortcode, "StartDate": since.In(nairobi).Format(time.DateTime),
		"EndDate": until.In(nairobi).Format(time.DateTime), "OffSetValue": strconv.Itoa(offset)})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.o.BaseURL+"/pulltransactions/v1/query", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	var got pull
	status, err := c.doUpTo(req, &got, largestPage)
	if status == http.StatusUnauthorized || strings.HasPrefix(got.ErrorCode, "404.001.03") {
		c.forget(token)
	}
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK || got.ResponseCode != "1000" {
		return nil, fmt.Errorf("mpesa: what came is not told: %d %s %s%s", status, got.ResponseCode, got.ResponseMessage, got.ErrorMessage)
	}
	return slices.Concat(got.Response...), nil
}
