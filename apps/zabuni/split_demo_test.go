//go:build demo

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"

	"zabuni.org/apps/zabuni/internal/demo"
	"zabuni.org/apps/zabuni/internal/frontdoor"
	"zabuni.org/core/app/serve"
	"zabuni.org/core/platform/bus/bustest"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/simulator/mailbox"
)

// partOf makes this test's binary one part of the platform instead: what the
// mains do, in a process of its own.
const partOf = "ZABUNI_TEST_PART"

func TestMain(m *testing.M) {
	part := os.Getenv(partOf)
	if part == "" {
		os.Exit(m.Run())
	}
	os.Args = os.Args[:1]
	if name, ok := strings.CutPrefix(part, "bff-"); ok {
		serve.Main(part, bffs[name])
		return
	}
	os.Args = append(os.Args, part)
	main()
}

// A process is one part that runs.
type process struct {
	*exec.Cmd
	name, addr string
	said       *bytes.Buffer // by itself, on the standard error
	rest       chan struct{}
}

var atWork = regexp.MustCompile(`at work.* at (\S+)$`)

// start runs a part and waits until it is at work.
func start(t *testing.T, name string, env ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0]), name: name, said: &bytes.Buffer{}, rest: make(chan struct{})}
	p.Env, p.Stderr = append(env, partOf+"="+name, "ADDR=127.0.0.1:0", "HEALTH_ADDR=127.0.0.1:0", "PATH="+os.Getenv("PATH")), p.said
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for p.addr == "" && lines.Scan() {
		if m := atWork.FindStringSubmatch(lines.Text()); m != nil {
			p.addr = m[1]
		}
	}
	go func() {
		defer close(p.rest)
		_, _ = io.Copy(io.Discard, out)
	}()
	t.Cleanup(func() { p.end(t) })
	if p.addr == "" {
		t.Fatalf("%s did not start", name)
	}
	return p
}

// end asks the process to end, which it does in order.
func (p *process) end(t *testing.T) {
	if p.ProcessState != nil {
		return
	}
	_ = p.Process.Signal(syscall.SIGTERM)
	<-p.rest
	if err := p.Wait(); err != nil || p.said.Len() > 0 {
		t.Errorf("%s: %v\n%s", p.name, err, p.said)
	}
}

// One platform in seven processes: who opens bids, who works in the background
// and who serves a desk know each other by the database and the bus only.
func TestAPlatformInPartsWorksAsOne(t *testing.T) {
	ctx := t.Context()
	home := folder(t)
	db := pgtest.New(t)
	as := func(role string) string { return pgtest.As(t, db, role).Config().ConnString() }
	box, err := mailbox.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	natsURL := bustest.Server(t)
	files := filepath.Join(home, "data")
	common := []string{"NATS_URL=" + natsURL, "DATA=" + files, "PUBLIC_URL=http://zabuni.test"}
	asApp := append([]string{"DATABASE_URL=" + db.Config().ConnString(), "OPENER=external", "WORKER=external"}, common...)

	// What the keeper does once: keys, of which the opener's folder gets its own two.
	everything := here(t, "NATS_URL", natsURL, "DATA", files, "DATABASE_URL", db.Config().ConnString(), "MIGRATION_URL", as(""), "OPENER", "external", "WORKER", "external")
	if err := migrate(ctx, everything); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(everything.Keys, seal.OpeningFile)); err == nil {
		t.Error("migrate made an opening key though the opener is a process of its own")
	}
	openers := filepath.Join(home, "opener-keys")
	if err := os.Mkdir(openers, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{seal.EvaluationFile, serve.VerifierFile} {
		text, err := os.ReadFile(filepath.Join(everything.Keys, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(openers, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	opener := start(t, "opener", append([]string{"DATABASE_URL=" + as("zabuni_opener"), "KEYS=" + openers}, common...)...)

	// The demonstration publishes, closes, opens and awards tenders: its keys and
	// openings come from the other process.
	h, err := serve.Open(ctx, everything, serve.All(everything), told(t))
	if err != nil {
		t.Fatal(err)
	}
	if h.App.Opener != nil {
		t.Fatal("this process holds the opening key")
	}
	clock, err := demo.OpenClock(ctx, as(""))
	if err == nil { // begun late in the evening, when in Nairobi it is the next day already
		now := time.Now().UTC()
		clock.Since = (now.Sub(now.Truncate(24*time.Hour)) + 90*time.Minute) % (24 * time.Hour)
		err = demo.Seed(ctx, h.App, clock)
	}
	if err != nil {
		t.Fatal(err, opener.said)
	}
	if err := clock.Remove(ctx); err != nil {
		t.Fatal(err)
	}
	clock.Close()
	h.Close()
	if _, err := os.Stat(filepath.Join(openers, seal.OpeningFile)); err != nil {
		t.Error(err)
	}

	worker := start(t, "worker", append([]string{"SMTP_HOST=127.0.0.1", fmt.Sprintf("SMTP_PORT=%d", box.Port()), "SMTP_SECURITY=none"}, asApp...)...)
	proxies, parts := map[string]fasthttp.RequestHandler{}, []*process{opener, worker}
	for name := range bffs {
		p := start(t, "bff-"+name, asApp...)
		proxies[name] = toward(p.addr)
		parts = append(parts, p)
	}
	for _, p := range parts {
		for path, want := range map[string]int{serve.Healthz: 200, serve.Readyz: 200, "/nowhere": 404} {
			if got, _ := ask(t, http.DefaultClient, http.MethodGet, "http://"+p.addr+path, "", nil); got != want {
				t.Errorf("%s%s answers %d", p.name, path, got)
			}
		}
	}
	door := public(t, proxies)
	for app, who := range map[string][2]string{"supplier": {"supplier@zabuni.test", "supplier"}, "buyer": {"buyer@zabuni.test", "buyer"}, "operator": {"qed@zabuni.test", "qed"}, "contracts": {"contracts@zabuni.test", "temp"}} {
		if kind := login(t, door, app, who[0], demo.Password); kind != who[1] {
			t.Errorf("%s signs %s in as %q", app, who[0], kind)
		}
	}
	register(t, door, box)
}

// toward is a load balancer's hop to one address.
func toward(addr string) fasthttp.RequestHandler {
	client := &fasthttp.HostClient{Addr: addr}
	return func(c *fasthttp.RequestCtx) {
		if err := client.Do(&c.Request, &c.Response); err != nil {
			c.Error(err.Error(), fasthttp.StatusBadGateway)
		}
	}
}

// public serves the front door and returns who speaks to it.
func public(t *testing.T, proxies map[string]fasthttp.RequestHandler) *http.Client {
	t.Helper()
	handler, err := frontdoor.New(frontdoor.Config{BFFs: proxies})
	if err != nil {
		t.Fatal(err)
	}
	ln := fasthttputil.NewInmemoryListener()
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- serve.HTTP(ctx, ln, handler) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return ln.Dial() }}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func ask(t *testing.T, c *http.Client, method, url, token string, body any) (int, []byte) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, answer
}

type fields = map[string]any

// login signs in at one desk and returns as what.
func login(t *testing.T, c *http.Client, app, email, password string) string {
	t.Helper()
	var token struct {
		UserType string `json:"user_type"`
	}
	status, answer := ask(t, c, http.MethodPost, "http://zabuni.test/api/"+app+"/authentication/login", "", fields{"username": email, "password": password})
	if err := json.Unmarshal(answer, &token); err != nil || status != http.StatusOK {
		t.Errorf("%s: %d %s", app, status, answer)
	}
	return token.UserType
}

// register is one call chain through all of it: the supplier's BFF queues a mail,
// the worker sends it, and what it carries activates the account.
func register(t *testing.T, c *http.Client, box *mailbox.Mailbox) {
	t.Helper()
	email, password := "new@kisima.example", "mawimbi-2026"
	status, answer := ask(t, c, http.MethodPost, "http://zabuni.test/api/supplier/supplier/register/", "", fields{"agree_terms": true,
		"company": fields{"company_type": "limited", "name": "Kisima Pumps", "country": "KE", "physical_address": "Enterprise Road", "phone": "254722000111", "tax_id": "P051234599Z"},
		"user":    fields{"first_name": "Neema", "last_name": "Kisima", "email": email, "phone": "254722000112", "password": password, "confirm_password": password}})
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	var secret []string
	for secret == nil {
		select {
		case <-ctx.Done():
			t.Fatal("the worker sends no mail")
		case <-tick.C:
		}
		for _, m := range box.Mails(email) {
			for _, link := range m.Links {
				secret = regexp.MustCompile(`^http://zabuni\.test/.*[?&]token=([^&]+)`).FindStringSubmatch(link)
			}
		}
	}
	t.Log("mailed", secret[0])
	if status, answer := ask(t, c, http.MethodGet, "http://zabuni.test/api/supplier/authentication/verify_email?token="+secret[1], "", nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	if kind := login(t, c, "supplier", email, password); kind != "supplier" {
		t.Error(kind)
	}
}
