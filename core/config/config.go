// Package config reads the settings of every program of the platform from the
// environment: the same names everywhere, and no other place that reads one.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/gateway/chapa"
	"zabuni.org/core/gateway/clamav"
	"zabuni.org/core/gateway/dpo"
	"zabuni.org/core/gateway/iveri"
	"zabuni.org/core/gateway/llm"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/gateway/paypal"
	"zabuni.org/core/gateway/pesapal"
	"zabuni.org/core/gateway/smtp"
	"zabuni.org/core/gateway/stripe"
	"zabuni.org/core/gateway/tingg"
	"zabuni.org/core/payment"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/logs"
	"zabuni.org/core/platform/mail"
)

// Settings are what the environment says.
type Settings struct {
	Addr         string                     // where to listen
	HealthAddr   string                     // where worker and opener answer whether they are well
	Data         string                     // folder of everything kept on this machine
	Keys         string                     // folder of the key files
	Heads        string                     // folder of heads of the log that were kept elsewhere, which verify compares
	Backups      string                     // folder in which the backups lie; the doctor looks how old the newest is
	NTP          string                     // time server that the doctor asks
	TSA          struct{ URL, Root string } // time service of signatures, and the file of the certificate that it leads to; empty: our own
	BackupFor    string                     // age recipients for whom backups are sealed; none: they lie in clear
	BackupBy     string                     // file with what opens a sealed backup
	KeyBackup    string                     // where the copy of the keys is; see Elsewhere
	Apps         string                     // folder of the built apps
	DatabaseURL  string                     // external Postgres as the platform's role; empty: the packaged one
	MigrationURL string                     // the same as the owner of the schema
	OpenerURL    string                     // the same as the opener's role
	BackupURL    string                     // the same as a role that may replicate
	Pool         int                        // connections of this process to the database as the platform's role
	Statement    time.Duration              // longest that one statement may take
	Lock         time.Duration              // longest that one waits for a lock
	Slow         time.Duration              // from when on a statement is written to the log
	External     struct{ Opener, Worker bool }
	NATSURL      string // external NATS; empty: in this process
	NATSReplicas int
	S3           document.S3Options                          // no endpoint: a folder below Data
	Scanner      string                                      // where ClamAV's daemon listens on this machine; empty: files are not looked through
	Model        llm.Options                                 // what writes clauses that people accept; no URL: nothing does
	PublicURL    string                                      // the origin that mails link to
	First        struct{ Operator, Company, Country string } // who administers a new installation
	HTTPS        bool
	RoomFiles    int                                 // MiB that must be free for files to be taken; 0: see [room.Disk]
	RoomChanges  int                                 // MiB that must be free for anything to be changed
	Proxies      []netip.Prefix                      // load balancers whose word on a visitor's address counts
	Insecure     bool                                // cookies without the __Host- prefix, for plain http on a LAN
	Levels       logs.Levels                         // of the log
	Metrics      string                              // where metrics are told; empty: nowhere
	Traces       string                              // collector of traces; empty: none
	SMTP         smtp.Options                        // no host: mails wait in their queue
	Helpdesk     struct{ Phone, Mail, Hours string } // whom people call or write to
	Mpesa        mpesa.Options
	Stripe       stripe.Options
	PayPal       paypal.Options
	Chapa        chapa.Options
	Pesapal      pesapal.Options
	Tingg        tingg.Options
	DPO          dpo.Options
	IVeri        iveri.Options
	Bank         bank.Options
	Alone        payment.Limits // amounts up to which one person decides about money
	Taxes        payment.Taxes  // what fees include, by country
	FactorNeeded bool           // who opens bids or awards, and the operator's people, have a second factor
	Neutral      bool           // sign-in never tells whether a name exists
	Breached     string         // file of passwords that are refused
	PGBin        string         // folder of the packaged Postgres's programs
	TestClock    bool           // demonstration only: a clock that tests may advance
	ManualPhones bool           // demonstration only: M-Pesa prompts wait for a button
}

// leastPool lets a few slow statements hold nobody up on a small machine.
const leastPool = 8

// mostRoom in MiB is more than any disk has.
const mostRoom = 1 << 40

// Elsewhere as KEY_BACKUP says that the keys' copy is not within reach of this machine.
const Elsewhere = "elsewhere"

type reader struct {
	get      func(string) string
	problems []error
	asked    map[string]bool
}

func (r *reader) text(name string) string {
	r.asked[name] = true
	for _, s := range Table {
		if s.Name == name {
			if v := r.get(name); v != "" {
				return v
			}
			return s.Default
		}
	}
	panic("config: " + name + " is not in the table")
}

func (r *reader) on(name string) bool {
	switch v := r.text(name); v {
	case "1":
		return true
	case "", "0":
	default:
		r.wrong(name, "is 1 or nothing, not %q", v)
	}
	return false
}

func (r *reader) number(name string, least, most int) int {
	n, err := strconv.Atoi(r.text(name))
	if err != nil || n < least || n > most {
		r.wrong(name, "is a number from %d to %d", least, most)
	}
	return n
}

// span reads a length of time such as 30s; 0 is none.
func (r *reader) span(name string) time.Duration {
	d, err := time.ParseDuration(r.text(name))
	if err != nil || d < 0 || d > 24*time.Hour || d > 0 && d < time.Millisecond {
		r.wrong(name, "is a length of time such as 500ms or 30s, or 0")
	}
	return d
}

func (r *reader) levels(name string) logs.Levels {
	l, err := logs.Read(r.text(name))
	if err != nil {
		r.wrong(name, "is levels such as warn,http=info: %v", err)
	}
	return l
}

// networks reads addresses and prefixes with commas between them.
func (r *reader) networks(name string) (out []netip.Prefix) {
	for part := range strings.SplitSeq(r.text(name), ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		p, err := netip.ParsePrefix(part)
		if err != nil {
			var one netip.Addr
			if one, err = netip.ParseAddr(part); err == nil {
				p = netip.PrefixFrom(one, one.BitLen())
			}
		}
		if err != nil {
			r.wrong(name, "is networks such as 10.0.0.0/8, not %q", part)
		}
		out = append(out, p)
	}
	return out
}

func (r *reader) external(name string) bool {
	v := r.text(name)
	if v != "internal" && v != "external" {
		r.wrong(name, "is internal or external, not %q", v)
	}
	return v == "external"
}

func (r *reader) wrong(name, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("%s %s", name, fmt.Sprintf(format, args...)))
}

// Load reads the settings; its error names every one that is wrong, by its name
// and never by a secret value.
func Load(get func(string) string) (Settings, error) {
	s, r := load(get)
	return s, errors.Join(r.problems...)
}

func load(get func(string) string) (Settings, *reader) {
	r := &reader{get: get, asked: map[string]bool{}}
	s := Settings{
		Addr: r.text("ADDR"), HealthAddr: r.text("HEALTH_ADDR"), Data: r.text("DATA"), Keys: r.text("KEYS"), KeyBackup: r.text("KEY_BACKUP"), BackupFor: r.text("BACKUP_FOR"), BackupBy: r.text("BACKUP_IDENTITY"), Heads: r.text("HEADS"), Backups: r.text("BACKUPS"), NTP: r.text("NTP"), Apps: r.text("ZABUNI_APPS"),
		DatabaseURL: r.text("DATABASE_URL"), MigrationURL: r.text("MIGRATION_URL"), OpenerURL: r.text("OPENER_URL"), BackupURL: r.text("BACKUP_URL"),
		NATSURL: r.text("NATS_URL"), NATSReplicas: r.number("NATS_REPLICAS", 1, 5),
		S3: document.S3Options{Endpoint: r.text("S3_ENDPOINT"), Bucket: r.text("S3_BUCKET"), Region: r.text("S3_REGION"),
			AccessKey: r.text("S3_ACCESS_KEY"), SecretKey: r.text("S3_SECRET_KEY"), Plain: r.on("S3_PLAIN")},
		Scanner: r.text("CLAMD"), PublicURL: strings.TrimSuffix(r.text("PUBLIC_URL"), "/"), HTTPS: r.on("ZABUNI_HTTPS"), Insecure: r.on("ZABUNI_INSECURE_COOKIES"),
		Metrics: r.text("METRICS"), Traces: r.text("OTEL_EXPORTER_OTLP_ENDPOINT"),
		Neutral: r.on("ZABUNI_NEUTRAL_LOGIN"), Breached: r.text("ZABUNI_BREACHED"), PGBin: r.text("ZABUNI_PG_BIN"), TestClock: r.on("ZABUNI_TEST_CLOCK"), ManualPhones: r.text("ZABUNI_MPESA") == "manual",
	}
	switch v := r.text("SECOND_FACTOR"); v {
	case "needed", "optional":
		s.FactorNeeded = v == "needed"
	default:
		r.wrong("SECOND_FACTOR", "is needed or optional, not %q", v)
	}
	s.TSA.URL, s.TSA.Root = r.text("TSA_URL"), r.text("TSA_ROOT")
	if (s.TSA.URL == "") != (s.TSA.Root == "") {
		r.wrong("TSA_URL", "needs TSA_ROOT beside it, the file of the certificate that its tokens lead to")
	}
	s.First.Operator, s.First.Company, s.First.Country = r.text("FIRST_OPERATOR"), r.text("OPERATOR_COMPANY"), r.text("OPERATOR_COUNTRY")
	s.Proxies = r.networks("TRUSTED_PROXIES")
	s.External.Opener, s.External.Worker = r.external("OPENER"), r.external("WORKER")
	s.SMTP = smtp.Options{Host: r.text("SMTP_HOST"), Port: r.number("SMTP_PORT", 1, 65535), User: r.text("SMTP_USER"), Password: r.text("SMTP_PASSWORD"),
		Security: r.text("SMTP_SECURITY"), From: mail.Address{Name: "Zabuni", Email: r.text("MAIL_FROM")}}
	s.RoomFiles, s.RoomChanges = r.number("ROOM_FILES", 0, mostRoom), r.number("ROOM_CHANGES", 0, mostRoom)
	s.Helpdesk.Phone, s.Helpdesk.Mail, s.Helpdesk.Hours = r.text("HELPDESK_PHONE"), r.text("HELPDESK_MAIL"), r.text("HELPDESK_HOURS")
	s.Levels = r.levels("LOG_LEVEL")
	if r.on("ZABUNI_LOG") {
		s.Levels.Rest = min(s.Levels.Rest, slog.LevelInfo)
	}
	s.Pool = r.number("POOL", 0, 10_000)
	if s.Pool == 0 {
		s.Pool = max(leastPool, runtime.NumCPU())
	}
	s.Statement, s.Lock, s.Slow = r.span("STATEMENT_TIMEOUT"), r.span("LOCK_TIMEOUT"), r.span("SLOW_QUERY")
	s.Mpesa = mpesa.FromEnv(r.text)
	s.Stripe, s.PayPal = stripe.FromEnv(r.text), paypal.FromEnv(r.text)
	s.Chapa, s.Pesapal = chapa.FromEnv(r.text), pesapal.FromEnv(r.text)
	s.Tingg, s.DPO, s.IVeri = tingg.FromEnv(r.text), dpo.FromEnv(r.text), iveri.FromEnv(r.text)
	if s.Scanner != "" {
		if _, err := clamav.New(s.Scanner); err != nil {
			r.wrong("CLAMD", "is host:port on this machine or the path of a socket: %v", err)
		}
	}
	s.Model = llm.FromEnv(r.text)
	if s.Model.Begun() {
		if _, err := llm.New(s.Model); err != nil {
			r.wrong("LLM_URL", "names no model: %v", err)
		}
	}
	s.Bank = bank.FromEnv(r.text)
	var bad error
	if s.Alone, bad = payment.ReadLimits(r.text("ALONE_UP_TO")); bad != nil {
		r.wrong("ALONE_UP_TO", "is not like KES 5000, USD 50: %v", bad)
	}
	if s.Taxes, bad = payment.ReadTaxes(r.text("TAXES")); bad != nil {
		r.wrong("TAXES", "is not like KE VAT 16%% from 2021-01-01, UG VAT 18%% from 2005-07-01: %v", bad)
	}
	port := r.text("PORT")
	if s.Addr == "" {
		if port == "" {
			port = "8080"
		}
		s.Addr = "127.0.0.1:" + port
	}
	for name, folder := range map[string]*string{"DATA": &s.Data} {
		abs, err := filepath.Abs(*folder)
		if err != nil {
			r.wrong(name, "is no folder: %v", err)
		}
		*folder = abs
	}
	if s.Keys == "" {
		s.Keys = filepath.Join(s.Data, "keys")
	}
	if s.PublicURL == "" {
		s.PublicURL = "http://" + s.Addr
	}
	s.check(r)
	return s, r
}

// Local reports whether anything that grows is kept below Data.
func (s Settings) Local() bool { return s.DatabaseURL == "" || s.NATSURL == "" || s.S3.Endpoint == "" }

func (s Settings) check(r *reader) {
	for name, addr := range map[string]string{"ADDR": s.Addr, "HEALTH_ADDR": s.HealthAddr, "METRICS": s.Metrics} {
		if addr == "" && name == "METRICS" {
			continue
		}
		if _, _, err := net.SplitHostPort(addr); err != nil {
			r.wrong(name, "is host:port, not %q", addr)
		}
	}
	if u, err := url.Parse(s.PublicURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		r.wrong("PUBLIC_URL", "is an origin such as https://bids.example.org, not %q", s.PublicURL)
	}
	if u, err := url.Parse(s.Traces); s.Traces != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		r.wrong("OTEL_EXPORTER_OTLP_ENDPOINT", "is an address such as http://127.0.0.1:4318")
	}
	if (s.External.Opener || s.External.Worker) && s.NATSURL == "" {
		r.wrong("NATS_URL", "is needed where the opener or the worker is a process of its own")
	}
	if s.DatabaseURL == "" && (s.MigrationURL != "" || s.OpenerURL != "") {
		r.wrong("DATABASE_URL", "is needed beside MIGRATION_URL and OPENER_URL")
	}
	if s.S3.Endpoint != "" && (s.S3.Bucket == "" || s.S3.AccessKey == "" || s.S3.SecretKey == "") {
		r.wrong("S3_ENDPOINT", "needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY")
	}
	if strings.Contains(s.S3.Endpoint, "/") {
		r.wrong("S3_ENDPOINT", "is host:port without a scheme")
	}
}
