//go:build demo

package daraja

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
)

// A Deposit is money that somebody sent to the paybill by hand.
type Deposit struct {
	Receipt  string    `json:"receipt"`
	Phone    string    `json:"phone"`
	Amount   string    `json:"amount"`
	Account  string    `json:"account"`
	At       time.Time `json:"at"`
	Refused  string    `json:"refused,omitempty"` // what the platform answered when it was asked
	Messages int       `json:"messages"`          // confirmations that were delivered

	sender string
	due    *time.Time
}

// errRefused is raised where the platform said that money may not come.
var errRefused = errors.New("the shop does not take this payment")

// Senders are what becomes of the confirmation of a payment by hand.
var Senders = []Button{
	{Do: "send", Says: "Send money", times: 1},
	{Do: "send twice", Says: "Send, confirmed twice", times: 2},
	{Do: "send late", Says: "Send, confirmed 3 s late", times: 1, late: true},
	{Do: "send untold", Says: "Send, never confirmed"},
	{Do: "send unasked", Says: "Send, the shop not asked", times: 1},
}

func (s *Simulator) register(w http.ResponseWriter, r *http.Request) {
	var in struct{ ShortCode, ResponseType, ConfirmationURL, ValidationURL string }
	if !s.bears(w, r) || json.NewDecoder(r.Body).Decode(&in) != nil {
		return
	}
	for _, url := range []string{in.ConfirmationURL, in.ValidationURL} {
		lower := strings.ToLower(url)
		if !strings.HasPrefix(lower, "http") || strings.Contains(lower, "mpesa") || strings.Contains(lower, "m-pesa") || strings.Contains(lower, "safaricom") {
			refuse(w, 400, "400.003.02", "Bad Request - Invalid ValidationURL or ConfirmationURL")
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.confirm != "" {
		refuse(w, 500, "500.003.1001", "URLs are already registered")
		return
	}
	s.confirm, s.validate = in.ConfirmationURL, in.ValidationURL
	answer(w, 200, object{"OriginatorCoversationID": random(8), "ResponseCode": "0", "ResponseDescription": "Success"})
}

// bears checks the bearer of a request.
func (s *Simulator) bears(w http.ResponseWriter, r *http.Request) bool {
	s.mu.Lock()
	known := s.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	s.mu.Unlock()
	if !known {
		refuse(w, 404, "404.001.03", "Invalid Access Token")
	}
	return known
}

// list tells what came, by hand and by prompts, a page at a time.
func (s *Simulator) list(w http.ResponseWriter, r *http.Request) {
	var in struct{ ShortCode, StartDate, EndDate, OffSetValue string }
	if !s.bears(w, r) || json.NewDecoder(r.Body).Decode(&in) != nil {
		return
	}
	from, err := time.ParseInLocation(time.DateTime, in.StartDate, nairobi)
	until, wrong := time.ParseInLocation(time.DateTime, in.EndDate, nairobi)
	offset, odd := strconv.Atoi(in.OffSetValue)
	if err != nil || wrong != nil || odd != nil || in.ShortCode != shortcode || s.o.Now().Sub(from) > 48*time.Hour {
		answer(w, 200, object{"ResponseRefID": random(6), "ResponseCode": "1001", "ResponseMessage": "Invalid request"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []object{}
	add := func(receipt, phone, sender, account, amount string, at time.Time) {
		if !at.Before(from) && !at.After(until.Add(time.Second)) {
			all = append(all, object{"transactionId": receipt, "trxDate": at.In(nairobi).Format("2006-01-02T15:04:05Z"), "msisdn": json.RawMessage(phone), "sender": sender,
				"transactiontype": "c2b-pay-bill-debit", "billreference": account, "amount": amount, "organizationname": "Zabuni Ltd"})
		}
	}
	for _, p := range s.prompts {
		if p.Receipt != "" {
			add(p.Receipt, p.Phone, "", p.Account, strconv.FormatInt(p.Amount+p.more, 10)+".00", p.paid)
		}
	}
	for _, d := range s.deposits {
		add(d.Receipt, d.Phone, d.sender, d.Account, d.Amount, d.At)
	}
	const page = 100
	offset = min(max(offset, 0), len(all))
	answer(w, 200, object{"ResponseRefID": random(6), "ResponseCode": "1000", "ResponseMessage": "Success", "Response": [][]object{all[offset:min(offset+page, len(all))]}})
}

var nairobi = time.FixedZone("EAT", 3*60*60)

// Send is somebody who pays the paybill by hand.
func (s *Simulator) Send(phone, account, amount, do string) (Deposit, error) {
	var b *Button
	for i := range Senders {
		if Senders[i].Do == do {
			b = &Senders[i]
		}
	}
	if v, err := strconv.ParseFloat(amount, 64); b == nil || err != nil || v <= 0 || !phones.MatchString(phone) || account == "" {
		return Deposit{}, errors.New("a phone 2547…, an account and an amount")
	}
	d := &Deposit{Receipt: strings.ToUpper(random(5)), Phone: phone, Amount: amount, Account: account, At: s.o.Now().UTC(), sender: "PETER"}
	s.mu.Lock()
	validate := s.validate
	s.mu.Unlock()
	if do != "send unasked" && validate != "" {
		if d.Refused = ask(validate, s.tells(d, "")); d.Refused != "" {
			return *d, errRefused
		}
	}
	times := b.times
	if b.late {
		due := s.o.Now().Add(Later)
		d.due, times = &due, 0
		time.AfterFunc(Later, s.Deliver)
	}
	s.mu.Lock()
	s.deposits = append(s.deposits, d)
	s.mu.Unlock()
	s.confirms(d, times)
	return *d, nil
}

// Deposits lists what was sent by hand, newest first.
func (s *Simulator) Deposits() []Deposit {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Deposit, 0, len(s.deposits))
	for i := len(s.deposits) - 1; i >= 0; i-- {
		out = append(out, *s.deposits[i])
	}
	return out
}

// confirms tells that money came.
func (s *Simulator) confirms(d *Deposit, times int) {
	s.mu.Lock()
	url := s.confirm
	s.mu.Unlock()
	for range times {
		if url != "" && post(url, s.tells(d, "49197.00")) == nil {
			s.mu.Lock()
			d.Messages++
			s.mu.Unlock()
		}
	}
}

// tells is a payment as both messages have it; a balance stands in the confirmation alone.
func (s *Simulator) tells(d *Deposit, balance string) []byte {
	raw, _ := json.Marshal(object{"TransactionType": "Pay Bill", "TransID": d.Receipt, "TransTime": d.At.In(nairobi).Format("20060102150405"), "TransAmount": d.Amount,
		"BusinessShortCode": shortcode, "BillRefNumber": d.Account, "InvoiceNumber": "", "OrgAccountBalance": balance, "ThirdPartyTransID": "",
		"MSISDN": d.Phone, "FirstName": d.sender, "MiddleName": "", "LastName": ""})
	return raw
}

// ask puts the question whether money may come, and returns the code of a no. Where nobody answers it is taken.
func ask(url string, body []byte) string {
	c := http.Client{Timeout: callbackTimeout}
	res, err := c.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return ""
	}
	defer func() { _ = res.Body.Close() }()
	var said struct{ ResultCode string }
	raw, _ := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusOK || json.Unmarshal(raw, &said) != nil || said.ResultCode == "0" {
		return ""
	}
	return said.ResultCode
}

// sent is the form of the page by which a person pays.
func (s *Simulator) sent(ctx *fasthttp.RequestCtx, do string) {
	_, err := s.Send(string(ctx.FormValue("phone")), string(ctx.FormValue("account")), string(ctx.FormValue("amount")), do)
	switch {
	case errors.Is(err, errRefused):
		ctx.Error("M-Pesa: this payment is not taken. Check the account and the amount.", fasthttp.StatusConflict)
	case err != nil:
		ctx.Error(err.Error(), fasthttp.StatusUnprocessableEntity)
	default:
		ctx.Redirect("/_dev/mpesa", fasthttp.StatusSeeOther)
	}
}
