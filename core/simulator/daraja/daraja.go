//go:build demo

// Package daraja is the other side of M-Pesa in a demonstration: it speaks
// Daraja's wire on this machine, with phones that answer by themselves or by the
// buttons of a page. The last two digits of a phone say what its owner does. A
// build without the tag demo has none of it.
package daraja

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"zabuni.org/core/gateway/mpesa"
)

// Options say how phones behave.
type Options struct {
	Manual bool             // wait for the page's buttons
	Delay  time.Duration    // of an owner who answers by himself
	Now    func() time.Time // a clock that can be moved; nil: the machine's
}

const (
	key, secret, shortcode, passkey = "demonstration", "demonstration", "174379", "demonstration-passkey"
	hook                            = "demonstration-till"
	callbackTimeout                 = 10 * time.Second
	kept                            = 500
)

// A Prompt is one prompt on one phone.
type Prompt struct {
	Ref       string     `json:"ref"`
	Phone     string     `json:"phone"`
	Amount    int64      `json:"amount"`
	Account   string     `json:"account"`
	At        time.Time  `json:"at"`
	Ended     bool       `json:"ended"`
	Code      int        `json:"code"`
	Says      string     `json:"says"`
	Receipt   string     `json:"receipt,omitempty"`
	Callbacks int        `json:"callbacks"`     // delivered
	Due       *time.Time `json:"due,omitempty"` // when a callback is sent that is late
	Reversed  bool       `json:"reversed,omitempty"`

	merchantRef, callback string
	more                  int64 // than was asked
	paid                  time.Time
}

// A Simulator is a running Daraja.
type Simulator struct {
	o      Options
	ln     net.Listener
	server *http.Server
	posts  sync.WaitGroup

	mu                sync.Mutex
	tokens            map[string]bool
	prompts           []*Prompt // oldest first
	deposits          []*Deposit
	confirm, validate string // where what is sent by hand is told of
	next              string // what becomes of the next prompt: "", before, cut
	closed            bool
}

// Open starts it on a free port of this machine.
func Open(o Options) (*Simulator, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("daraja: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Simulator{o: o, ln: ln, tokens: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /oauth/v1/generate", s.generate)
	mux.HandleFunc("POST /mpesa/stkpush/v1/processrequest", s.push)
	mux.HandleFunc("POST /mpesa/stkpushquery/v1/query", s.query)
	mux.HandleFunc("POST /mpesa/c2b/v1/registerurl", s.register)
	mux.HandleFunc("POST /pulltransactions/v1/query", s.list)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, 404, "404.001.01", "Resource not found") })
	s.server = &http.Server{Handler: mux, ReadTimeout: callbackTimeout}
	go func() { _ = s.server.Serve(ln) }()
	return s, nil
}

// Client is the settings that reach it.
func (s *Simulator) Client(now func() time.Time) mpesa.Options {
	return mpesa.Options{BaseURL: "http://" + s.ln.Addr().String(), Key: key, Secret: secret, Shortcode: shortcode, Passkey: passkey, Hook: hook, Now: now}
}

// Close ends it; callbacks under way are waited for.
func (s *Simulator) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	_ = s.server.Close()
	s.posts.Wait()
}

// Prompts lists the prompts, newest first.
func (s *Simulator) Prompts() []Prompt {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Prompt, 0, len(s.prompts))
	for i := len(s.prompts) - 1; i >= 0; i-- {
		out = append(out, *s.prompts[i])
	}
	return out
}

func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

type object = map[string]any

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	answer(w, status, object{"requestId": random(4) + "-1", "errorCode": code, "errorMessage": message})
}

func (s *Simulator) generate(w http.ResponseWriter, r *http.Request) {
	u, p, ok := r.BasicAuth()
	if !ok || u != key || p != secret || r.URL.Query().Get("grant_type") != "client_credentials" {
		refuse(w, 400, "400.008.01", "Invalid Authentication passed")
		return
	}
	token := random(14)
	s.mu.Lock()
	s.tokens[token] = true
	s.mu.Unlock()
	answer(w, 200, object{"access_token": token, "expires_in": "3599"})
}

// Forget makes every token that was given invalid.
func (s *Simulator) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.tokens)
}

// admitted checks the bearer and the password of a request.
func (s *Simulator) admitted(w http.ResponseWriter, r *http.Request, short, password, stamp string) bool {
	s.mu.Lock()
	known := s.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	s.mu.Unlock()
	if !known {
		refuse(w, 404, "404.001.03", "Invalid Access Token")
		return false
	}
	if short != shortcode {
		refuse(w, 400, "400.002.02", "Bad Request - Invalid BusinessShortCode")
		return false
	}
	if password != base64.StdEncoding.EncodeToString([]byte(shortcode+passkey+stamp)) || !stamps.MatchString(stamp) {
		refuse(w, 500, "500.001.1001", "Wrong credentials")
		return false
	}
	return true
}

var (
	stamps = regexp.MustCompile(`^20\d{12}$`)
	phones = regexp.MustCompile(`^254[17]\d{8}$`)
)

func (s *Simulator) push(w http.ResponseWriter, r *http.Request) {
	var in struct {
		BusinessShortCode, Password, Timestamp, TransactionType, Amount string
		PartyA, PartyB, PhoneNumber, CallBackURL                        string
		AccountReference, TransactionDesc                               string
	}
	if json.NewDecoder(r.Body).Decode(&in) != nil {
		refuse(w, 400, "400.002.02", "Bad Request - Invalid JSON")
		return
	}
	if !s.admitted(w, r, in.BusinessShortCode, in.Password, in.Timestamp) {
		return
	}
	units, err := strconv.ParseInt(in.Amount, 10, 64)
	bad := ""
	switch {
	case err != nil || units < 1 || units > 250_000:
		bad = "Amount"
	case !phones.MatchString(in.PhoneNumber) || in.PartyA != in.PhoneNumber:
		bad = "PhoneNumber"
	case !strings.HasPrefix(in.CallBackURL, "http"):
		bad = "CallBackURL"
	case in.AccountReference == "" || len(in.AccountReference) > 12:
		bad = "AccountReference"
	case in.TransactionDesc == "" || len(in.TransactionDesc) > 13:
		bad = "TransactionDesc"
	case in.TransactionType != "CustomerPayBillOnline" && in.TransactionType != "CustomerBuyGoodsOnline":
		bad = "TransactionType"
	}
	if bad != "" {
		refuse(w, 400, "400.002.02", "Bad Request - Invalid "+bad)
		return
	}
	p := &Prompt{Ref: "ws_CO_" + time.Now().Format("02012006150405") + random(4), Phone: in.PhoneNumber, Amount: units, Account: in.AccountReference,
		At: time.Now().UTC(), merchantRef: "29115-" + random(4) + "-1", callback: in.CallBackURL}
	if !s.show(p) {
		refuse(w, 500, "500.001.1001", "Unable to lock subscriber, a transaction is already in process for the current subscriber")
		return
	}
	s.mu.Lock()
	next := s.next
	s.next = ""
	s.mu.Unlock()
	switch next {
	case "before":
		_ = s.Press(p.Ref, "pay")
	case "cut":
		panic(http.ErrAbortHandler) // the connection breaks without an answer
	}
	answer(w, 200, object{"MerchantRequestID": p.merchantRef, "CheckoutRequestID": p.Ref, "ResponseCode": "0",
		"ResponseDescription": "Success. Request accepted for processing", "CustomerMessage": "Success. Request accepted for processing"})
	if !s.o.Manual {
		s.posts.Add(1)
		time.AfterFunc(s.o.Delay, func() {
			defer s.posts.Done()
			code := what[p.Phone[len(p.Phone)-2:]]
			_ = s.End(p.Ref, code)
		})
	}
}

// show puts a prompt on its phone, unless another is there.
func (s *Simulator) show(p *Prompt) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.prompts {
		if other.Phone == p.Phone && !other.Ended {
			return false
		}
	}
	s.prompts = append(s.prompts, p)
	if len(s.prompts) > kept {
		s.prompts = append([]*Prompt(nil), s.prompts[len(s.prompts)-kept:]...)
	}
	return true
}

// what the owner of a phone does, by its last two digits; others pay.
var what = map[string]int{"32": 1032, "37": 1037, "01": 2001, "11": 1}

var says = map[int]string{0: "The service request is processed successfully.", 1: "The balance is insufficient for the transaction.",
	1032: "Request cancelled by user", 1037: "DS timeout user cannot be reached", 2001: "The initiator information is invalid."}

func (s *Simulator) find(ref string) *Prompt {
	for _, p := range s.prompts {
		if p.Ref == ref {
			return p
		}
	}
	return nil
}

// errNotOpen is raised where a button has no effect any more.
var errNotOpen = errors.New("no such prompt is open")

// End answers a prompt with a result code, and calls back as its phone's last digits say.
func (s *Simulator) End(ref string, code int) error {
	b := Button{code: code, times: 1}
	s.mu.Lock()
	if p := s.find(ref); p != nil {
		switch p.Phone[len(p.Phone)-2:] {
		case "22":
			b.times = 3
		case "44":
			b.times = 0
		case "55":
			b.more = 1
		}
	}
	s.mu.Unlock()
	return s.end(ref, b)
}

func (s *Simulator) end(ref string, b Button) error {
	s.mu.Lock()
	p := s.find(ref)
	if p == nil || p.Ended || s.closed {
		s.mu.Unlock()
		return errNotOpen
	}
	p.Ended, p.Code, p.Says, p.more = true, b.code, says[b.code], b.more
	if b.code == 0 {
		p.Receipt, p.paid = strings.ToUpper(random(5)), s.o.Now()
	}
	if b.late {
		due := s.o.Now().Add(Later)
		p.Due, b.times = &due, 0
		time.AfterFunc(Later, s.Deliver)
	}
	s.mu.Unlock()
	s.callBack(p, b.times)
	return nil
}

func callbackOf(p Prompt) []byte {
	call := object{"MerchantRequestID": p.merchantRef, "CheckoutRequestID": p.Ref, "ResultCode": p.Code, "ResultDesc": p.Says}
	if p.Code == 0 {
		amount := p.Amount + p.more
		call["CallbackMetadata"] = object{"Item": []object{
			{"Name": "Amount", "Value": json.RawMessage(strconv.FormatInt(amount, 10) + ".00")},
			{"Name": "MpesaReceiptNumber", "Value": p.Receipt},
			{"Name": "Balance"}, // as Daraja has it: without a value
			{"Name": "TransactionDate", "Value": json.RawMessage(p.At.Format("20060102150405"))},
			{"Name": "PhoneNumber", "Value": json.RawMessage(p.Phone)},
		}}
	}
	body, _ := json.Marshal(object{"Body": object{"stkCallback": call}})
	return body
}

func post(url string, body []byte) error {
	c := http.Client{Timeout: callbackTimeout}
	res, err := c.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("callback answered %d", res.StatusCode)
	}
	return nil
}

func (s *Simulator) query(w http.ResponseWriter, r *http.Request) {
	var in struct{ BusinessShortCode, Password, Timestamp, CheckoutRequestID string }
	if json.NewDecoder(r.Body).Decode(&in) != nil {
		refuse(w, 400, "400.002.02", "Bad Request - Invalid JSON")
		return
	}
	if !s.admitted(w, r, in.BusinessShortCode, in.Password, in.Timestamp) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.find(in.CheckoutRequestID)
	switch {
	case p == nil:
		refuse(w, 400, "400.002.02", "Bad Request - Invalid CheckoutRequestID")
	case !p.Ended:
		refuse(w, 500, "500.001.1001", "The transaction is being processed")
	default:
		answer(w, 200, object{"ResponseCode": "0", "ResponseDescription": "The service request has been accepted successsfully", "MerchantRequestID": p.merchantRef,
			"CheckoutRequestID": p.Ref, "ResultCode": strconv.Itoa(p.Code), "ResultDesc": p.Says})
	}
}
