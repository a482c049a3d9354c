// Package thin is what clients of payment providers have in common: short calls with
// JSON, to one address, that follow no redirect and read no more than they must.
package thin

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"zabuni.org/core/kernel/money"
)

const (
	connectTimeout = 5 * time.Second
	totalTimeout   = 30 * time.Second
	largestAnswer  = 64 << 10
	margin         = time.Minute // a token is renewed before it ends
)

// A Client calls one provider.
type Client struct {
	Base string
	HTTP *http.Client
}

// New checks the address; it does not connect. Secrets go over https alone, or
// within this machine.
func New(name, base string) (*Client, error) {
	if err := Safe(base); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	dialer := &net.Dialer{Timeout: connectTimeout}
	return &Client{Base: strings.TrimSuffix(base, "/"), HTTP: &http.Client{
		Timeout:       totalTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // secrets follow no redirect
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         dialer.DialContext,
			TLSHandshakeTimeout: connectTimeout,
			MaxIdleConnsPerHost: 4,
			IdleConnTimeout:     time.Minute,
		},
	}}, nil
}

// Safe says why an address is not one that secrets, or people, may be sent to.
func Safe(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil {
		return fmt.Errorf("%q is no address", address)
	}
	local := u.Hostname() == "localhost"
	if ip := net.ParseIP(u.Hostname()); ip != nil {
		local = ip.IsLoopback()
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !local) {
		return fmt.Errorf("secrets would go to %s in the clear", u.Host)
	}
	return nil
}

// An Answer is what came back.
type Answer struct {
	Status int
	Body   []byte
}

// Into reads the answer as JSON; one that is none says nothing.
func (a Answer) Into(out any) error {
	if err := json.Unmarshal(a.Body, out); err != nil {
		return fmt.Errorf("answer %d is not what was asked for: %w", a.Status, err)
	}
	return nil
}

// Do sends one call, once: a connection that dies is not tried again, because
// nobody knows what the provider did.
func (c *Client) Do(ctx context.Context, method, path string, header map[string]string, in any) (Answer, error) {
	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return Answer{}, err
		}
		body = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, body)
	if err != nil {
		return Answer{}, err
	}
	req.GetBody = nil
	req.Header.Set("Accept", "application/json")
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	return c.Send(req)
}

// Send sends a request that was made already.
func (c *Client) Send(req *http.Request) (Answer, error) {
	res, err := c.HTTP.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, largestAnswer+1))
	if err == nil && len(raw) > largestAnswer {
		err = errors.New("the answer is too long")
	}
	return Answer{res.StatusCode, raw}, err
}

// A Bearer keeps a token until it ends.
type Bearer struct {
	mu    sync.Mutex
	token string
	until time.Time
}

// Token returns one that is good for a while, asking for a new one when needed.
func (b *Bearer) Token(now time.Time, get func() (token string, until time.Time, err error)) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.token != "" && now.Before(b.until.Add(-margin)) {
		return b.token, nil
	}
	token, until, err := get()
	if err != nil {
		return "", err
	}
	b.token, b.until = token, until
	return token, nil
}

// Forget drops a token that the provider does not take any more.
func (b *Bearer) Forget(token string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.token == token {
		b.token = ""
	}
}

// Mac is the keyed sum of a text, as hex.
func Mac(key string, text []byte) string {
	m := hmac.New(sha256.New, []byte(key))
	_, _ = m.Write(text)
	return hex.EncodeToString(m.Sum(nil))
}

// Same compares secrets without telling how far they agree.
func Same(a, b string) bool { return a != "" && hmac.Equal([]byte(a), []byte(b)) }

// A Number is an amount that providers write as a number or as a string, never read
// through a float: 1500, 1500.00, "1500.00".
type Number string

// UnmarshalJSON reads either.
func (n *Number) UnmarshalJSON(raw []byte) error {
	*n = Number(strings.Trim(string(raw), `"`))
	if *n == "null" {
		*n = ""
	}
	return nil
}

// Amount reads it exactly; what has a sign, an exponent or a separator is none.
func (n Number) Amount(currency string) (money.Amount, error) {
	if strings.ContainsAny(string(n), "eE+-, ") {
		return money.Amount{}, fmt.Errorf("%q is no amount", string(n))
	}
	v, err := money.ParseDecimal(string(n))
	if err != nil {
		return money.Amount{}, fmt.Errorf("%q is no amount", string(n))
	}
	c, err := money.ParseCurrency(currency)
	return money.Amount{Value: v, Currency: c}, err
}
