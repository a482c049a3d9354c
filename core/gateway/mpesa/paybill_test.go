package mpesa_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/payment"
)

// A paybill is Daraja as it lists what came, a hundred a page.
type paybill struct {
	*mpesa.Client
	rows   []string
	asked  []map[string]string // questions what came
	calls  []map[string]string // registrations
	answer func(w http.ResponseWriter)
}

func openPaybill(t *testing.T, change func(*mpesa.Options)) *paybill {
	t.Helper()
	p := &paybill{answer: func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"ResponseCode":"0"}`)) }}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/oauth/v1/generate" {
			_, _ = w.Write(fixture(t, "oauth.json"))
			return
		}
		asked := map[string]string{}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Error(err)
		}
		if r.URL.Path == "/mpesa/c2b/v1/registerurl" {
			p.calls = append(p.calls, asked)
			p.answer(w)
			return
		}
		p.asked = append(p.asked, asked)
		offset, err := strconv.Atoi(asked["OffSetValue"])
		if err != nil {
			t.Error(err)
		}
		offset = min(offset, len(p.rows))
		page := p.rows[offset:min(offset+100, len(p.rows))]
		_, _ = fmt.Fprintf(w, `{"ResponseCode":"1000","Response":[[%s]]}`, strings.Join(page, ","))
	}))
	t.Cleanup(srv.Close)
	o := mpesa.Options{BaseURL: srv.URL + "/", Key: "key", Secret: "secret", Shortcode: "174379", Passkey: "pass", Hook: "hook-of-the-till",
		Now: func() time.Time { return time.Date(2026, 11, 21, 6, 15, 0, 0, time.UTC) }}
	if change != nil {
		change(&o)
	}
	var err error
	if p.Client, err = mpesa.New(o); err != nil {
		t.Fatal(err)
	}
	return p
}

func pulled(receipt, amount string) string {
	return fmt.Sprintf(`{"transactionId":%q,"trxDate":"2026-11-21T09:10:00Z","msisdn":254701234567,"sender":"PETER OTIENO","billreference":"ZB7K2M9QX4","amount":%q}`, receipt, amount)
}

// A till of "buy goods" takes no account, and an address without a secret is anybody's: there is no paybill then.
func TestThereIsNoPaybillWithoutAnAccountAndASecret(t *testing.T) {
	if got := openPaybill(t, nil).Till(); got.Number != "174379" || got.Currency != "KES" {
		t.Errorf("%+v", got)
	}
	for _, change := range []func(*mpesa.Options){func(o *mpesa.Options) { o.Hook = "" }, func(o *mpesa.Options) { o.Till = "600000" }} {
		p := openPaybill(t, change)
		if got := p.Till(); got.Number != "" {
			t.Errorf("%+v", got)
		}
		for _, token := range []string{"", "hook-of-the-till", "-asks"} {
			if _, ours, _ := p.Notice(payment.Message{Method: "POST", Token: token, Body: []byte(`{}`)}); ours {
				t.Errorf("a message to %q is one of a paybill that is none", token)
			}
		}
	}
}

// What is told of a paybill is of this one and of money that came.
func TestWhatIsToldOfAPaybill(t *testing.T) {
	p := openPaybill(t, nil)
	says := func(amount, shortcode string) string {
		return fmt.Sprintf(`{"TransID":"RKTQDM7W6S","TransAmount":%s,"BusinessShortCode":%q,"BillRefNumber":"ZB7K2M9QX4","MSISDN":"254701234567","FirstName":"PETER"}`, amount, shortcode)
	}
	for body, ok := range map[string]bool{
		says(`"1500.00"`, "174379"):  true,
		says(`1500`, "174379"):       true,
		says(`"0"`, "174379"):        false,
		says(`"0.00"`, "174379"):     false,
		says(`"-1500"`, "174379"):    false,
		says(`"1,500"`, "174379"):    false,
		says(`"1e3"`, "174379"):      false,
		says(`null`, "174379"):       false,
		says(`"1500.00"`, "174378"):  false,
		says(`"1500.00"`, ""):        false,
		`{"TransAmount":"1500.00"}`:  false,
		strings.Repeat("[", 100_000): false,
	} {
		for token, asks := range map[string]bool{"hook-of-the-till": false, "hook-of-the-till-asks": true} {
			n, ours, err := p.Notice(payment.Message{Method: "POST", Token: token, Body: []byte(body)})
			if !ours || (err == nil) != ok || n.Asks != asks {
				t.Errorf("%.120s to %s: %+v %v %v", body, token, n, ours, err)
			}
			if ok && (n.Amount.Value.Short() != "1500" || n.Receipt != "RKTQDM7W6S" || n.Payer != "PETER 2547…567") {
				t.Errorf("%+v", n)
			}
		}
	}
}

// All pages are read, from as long ago as Daraja tells, by its own clock; what cannot be read keeps nobody from the rest.
func TestWhatCameToAPaybill(t *testing.T) {
	p := openPaybill(t, nil)
	for i := range 250 {
		amount := "1500.00"
		switch i {
		case 7:
			amount = "0"
		case 120:
			amount = "1,500"
		}
		p.rows = append(p.rows, pulled(fmt.Sprintf("R%09d", i), amount))
	}
	p.rows[30] = strings.Replace(p.rows[30], "2026-11-21T", "yesterday ", 1)
	since := time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)
	got, err := p.Came(t.Context(), since)
	if err == nil || !strings.Contains(err.Error(), "1,500") {
		t.Errorf("nobody hears of what cannot be read: %v", err)
	}
	var receipts []string
	for _, c := range got {
		receipts = append(receipts, c.Receipt)
		if c.Amount.Value.Short() != "1500" || c.Bill != "ZB7K2M9QX4" || c.Payer != "PETER OTIENO 2547…567" || c.At.Format(time.DateTime) != "2026-11-21 09:10:00" {
			t.Fatalf("%+v", c)
		}
	}
	if slices.Sort(receipts); len(slices.Compact(receipts)) != 247 || len(got) != 247 {
		t.Errorf("%d of 247", len(got))
	}
	if a := p.asked[0]; a["StartDate"] != "2026-11-21 08:00:00" || a["EndDate"] != "2026-11-21 09:15:00" {
		t.Errorf("%v", a)
	}
	p.rows, p.asked = nil, nil
	if _, err := p.Came(t.Context(), since.AddDate(0, 0, -7)); err != nil || p.asked[0]["StartDate"] != "2026-11-19 09:16:00" {
		t.Errorf("%v %v", p.asked, err)
	}
}

// Daraja is told once where it sends its messages, takes that once only, and is told again while it does not.
func TestWherePaybillMessagesGo(t *testing.T) {
	for answer, taken := range map[string]bool{
		`{"ResponseCode":"0"}`:        true,
		`{"ResponseCode":"00000000"}`: true,
		`{"errorCode":"500.003.1001","errorMessage":"URLs are already registered"}`: true,
		`{"errorCode":"400.003.02","errorMessage":"Bad Request"}`:                   false,
	} {
		p := openPaybill(t, nil)
		p.answer = func(w http.ResponseWriter) { _, _ = w.Write([]byte(answer)) }
		for range 2 {
			if err := p.Call(t.Context(), "https://zabuni.test/hooks/paybill/"); (err == nil) != taken {
				t.Errorf("%s: %v", answer, err)
			}
		}
		if want := map[bool]int{true: 1, false: 2}[taken]; len(p.calls) != want {
			t.Errorf("%s: told %d times", answer, len(p.calls))
		}
		if c := p.calls[0]; c["ConfirmationURL"] != "https://zabuni.test/hooks/paybill/hook-of-the-till" || c["ValidationURL"] != c["ConfirmationURL"]+"-asks" || c["ResponseType"] != "Completed" {
			t.Errorf("%v", c)
		}
	}
}
