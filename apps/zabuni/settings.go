package main

import (
	"os"
	"path/filepath"
	"strconv"

	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/gateway/smtp"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/mail"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/pg"
)

// settings are what the environment says; README.md has the table.
type settings struct {
	Addr         string // where to listen
	Data         string // folder of everything kept on this machine
	Apps         string // folder of the built apps
	DatabaseURL  string // external Postgres as the platform's role; empty: the packaged one
	MigrationURL string // the same as the owner of the schema
	OpenerURL    string // the same as the opener's role
	NATSURL      string // external NATS; empty: in this process
	PublicURL    string // the origin that mails link to
	HTTPS        bool
	Insecure     bool // cookies without the __Host- prefix, for plain http on a LAN
	TestClock    bool // demonstration only: a clock that tests may advance
	Verbose      bool
	SMTP         smtp.Options // no host: mails wait in their queue
	Mpesa        mpesa.Options
	Neutral      bool   // sign-in never tells whether a name exists
	Breached     string // file of passwords that are refused
	ManualPhones bool   // demonstration only: M-Pesa prompts wait for a button
}

func configure() settings {
	s := settings{
		Addr:         "127.0.0.1:" + env("PORT", "8080"),
		Data:         env("DATA", "var"),
		Apps:         env("ZABUNI_APPS", "apps"),
		DatabaseURL:  os.Getenv("DATABASE_URL"),
		MigrationURL: os.Getenv("MIGRATION_URL"),
		OpenerURL:    os.Getenv("OPENER_URL"),
		NATSURL:      os.Getenv("NATS_URL"),
		HTTPS:        os.Getenv("ZABUNI_HTTPS") == "1",
		Insecure:     os.Getenv("ZABUNI_INSECURE_COOKIES") == "1",
		TestClock:    os.Getenv("ZABUNI_TEST_CLOCK") == "1",
		Verbose:      os.Getenv("ZABUNI_LOG") == "1",
		Neutral:      os.Getenv("ZABUNI_NEUTRAL_LOGIN") == "1",
		Breached:     os.Getenv("ZABUNI_BREACHED"),
	}
	s.SMTP = smtp.Options{Host: os.Getenv("SMTP_HOST"), Port: 587, User: os.Getenv("SMTP_USER"), Password: os.Getenv("SMTP_PASSWORD"),
		Security: os.Getenv("SMTP_SECURITY"), From: mail.Address{Name: "Zabuni", Email: env("MAIL_FROM", "no-reply@zabuni.test")}}
	s.Mpesa = mpesa.FromEnv(os.Getenv)
	s.ManualPhones = os.Getenv("ZABUNI_MPESA") == "manual"
	if port, err := strconv.Atoi(os.Getenv("SMTP_PORT")); err == nil {
		s.SMTP.Port = port
	}
	if addr := os.Getenv("ADDR"); addr != "" {
		s.Addr = addr
	}
	if abs, err := filepath.Abs(s.Data); err == nil {
		s.Data = abs
	}
	s.PublicURL = env("PUBLIC_URL", "http://"+s.Addr)
	return s
}

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// mailer returns the sender of mails, or nil without a server to send through.
func (s settings) mailer() (mail.Sender, error) {
	if s.SMTP.Host == "" {
		return nil, nil
	}
	return smtp.New(s.SMTP)
}

// signIn returns what this installation decides about accounts.
func (s settings) signIn(factors identitysvc.Keeper) (identitysvc.Settings, error) {
	out := identitysvc.Settings{Factors: factors, Neutral: s.Neutral}
	if s.Breached == "" {
		return out, nil
	}
	var err error
	out.Breached, err = identitysvc.OpenBreached(s.Breached)
	return out, err
}

// gateways returns the providers whose settings are there.
func (s settings) gateways(clock *pg.Clock) (paymentsvc.Gateways, error) {
	out := paymentsvc.Gateways{}
	if !s.Mpesa.Complete() {
		return out, nil
	}
	s.Mpesa.Now = clock.Now
	c, err := mpesa.New(s.Mpesa)
	if err != nil {
		return nil, err
	}
	out[payment.Mpesa] = c
	return out, nil
}
