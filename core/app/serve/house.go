// Package serve puts a program of the platform together: it opens what a part of
// the whole needs from the settings, runs it, and ends it in order.
package serve

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"zabuni.org/core/app"
	"zabuni.org/core/config"
	"zabuni.org/core/gateway/clamav"
	"zabuni.org/core/gateway/llm"
	"zabuni.org/core/gateway/smtp"
	"zabuni.org/core/identity/identityhttp"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/crew"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/live"
	"zabuni.org/core/platform/logs"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/meter"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/room"
	"zabuni.org/core/platform/seal"
)

// A House is what one part has open.
type House struct {
	App   *app.App
	DB    *Databases
	Bus   *bus.Bus
	part  Part
	files document.Store
	look  lookout
	disk  *room.Disk                // where something is kept on this machine
	crew  atomic.Pointer[crew.Crew] // once there is work
	close []func()
}

// Open opens what the part needs, in the order of need. Close ends it.
func Open(ctx context.Context, s config.Settings, part Part, step func(string)) (_ *House, err error) {
	h := &House{part: part, look: lookout{fresh: readyFresh, ready: true}}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	if err := noDumps(); err != nil {
		return nil, err
	}
	if s.NATSURL == "" {
		release, err := lockData(s.Data)
		if err != nil {
			return nil, err
		}
		h.close = append(h.close, release)
	}
	if s.Local() {
		h.disk = &room.Disk{Dir: s.Data, Files: uint64(s.RoomFiles) << 20, Changes: uint64(s.RoomChanges) << 20}
	}
	log := Logger(s)
	if err := h.traces(ctx, s); err != nil {
		return nil, err
	}
	if h.DB, err = openDatabase(ctx, s, part, step); err != nil {
		return nil, err
	}
	h.close = append(h.close, h.DB.Close)
	k, err := openKeys(ctx, s.Keys, part, h.DB.App)
	if err != nil {
		return nil, err
	}
	if h.Bus, err = bus.Open(ctx, bus.Options{URL: s.NATSURL, Dir: filepath.Join(s.Data, "nats"), Replicas: s.NATSReplicas}); err != nil {
		return nil, err
	}
	h.close = append(h.close, h.Bus.Close)
	step("message bus")
	clock := &pg.Clock{}
	if err := clock.Sync(ctx, h.DB.App); err != nil {
		return nil, err
	}
	following, stop := context.WithCancel(ctx)
	h.close = append(h.close, stop)
	go clock.Follow(following, h.DB.App, time.Second)
	files, err := Files(ctx, s)
	if err != nil {
		return nil, err
	}
	h.files = files
	if f, ok := files.(*document.Folder); ok {
		h.close = append(h.close, func() { _ = f.Close() })
	}
	o := app.Outside{DB: h.DB.App, Opening: h.DB.Opener, Clock: clock, TokenKey: k.token, MailKey: k.mail, Drafts: k.drafts,
		Notary: k.notary, Verifier: k.verifier, EvalKey: k.eval, Files: files, Origin: s.PublicURL, Cookies: httpkit.Cookies{Insecure: s.Insecure}, Log: log, Disk: h.disk,
		Tell: func(topic string, data any) { _ = live.Tell(h.Bus, topic, data) }}
	if o.Gate, err = gate(s); err != nil {
		return nil, err
	}
	if o.Signer, err = k.signer(s); err != nil {
		return nil, err
	}
	if s.Model.Begun() {
		if o.Writer, err = llm.New(s.Model); err != nil {
			return nil, err
		}
	}
	o.Helpdesk = identityhttp.Helpdesk(s.Helpdesk)
	if o.SignIn, err = signIn(s, k.factors); err != nil {
		return nil, err
	}
	if part.AsApp {
		if err := h.connect(s, &o); err != nil {
			return nil, err
		}
	}
	if part.Opens {
		o.Opener = seal.NewOpener(k.opening, k.verifier)
	} else {
		o.Link = openerLink{h.Bus}
	}
	if s.Metrics != "" {
		o.Meter = meter.New(logs.Of(log, logs.Health))
	}
	h.App = app.New(o)
	return h, h.metrics(s.Metrics)
}

// connect opens what only parts need that serve or tell people.
func (h *House) connect(s config.Settings, o *app.Outside) (err error) {
	streams, err := live.Open(h.Bus)
	if err != nil {
		return err
	}
	h.close = append(h.close, streams.Close)
	o.Live = streams
	if o.Gateways, err = Gateways(s, o.Clock.Now); err != nil {
		return err
	}
	o.Alone, o.Taxes = s.Alone, s.Taxes
	o.Mail, err = Mailer(s)
	return err
}

// Close ends everything, the last opened first.
func (h *House) Close() {
	for i := len(h.close) - 1; i >= 0; i-- {
		h.close[i]()
	}
	h.close = nil
}

// Logger writes JSON lines to the standard error.
func Logger(s config.Settings) *slog.Logger {
	return logs.New(os.Stderr, s.Levels)
}

// Files opens the store of documents: the bucket that is named, else the folder.
func Files(ctx context.Context, s config.Settings) (document.Store, error) {
	if s.S3.Endpoint != "" {
		return document.OpenS3(ctx, s.S3)
	}
	return document.OpenFolder(FilesDir(s))
}

// gate returns what files have to pass, with the scanner that is named.
func gate(s config.Settings) (*document.Gate, error) {
	if s.Scanner == "" {
		return &document.Gate{}, nil
	}
	c, err := clamav.New(s.Scanner)
	if err != nil {
		return nil, err
	}
	return &document.Gate{Scanner: c}, nil
}

// Mailer returns the sender of mails, or nil without a server to send through.
func Mailer(s config.Settings) (mail.Sender, error) {
	if s.SMTP.Host == "" {
		return nil, nil
	}
	return smtp.New(s.SMTP)
}

// signIn returns what this installation decides about accounts.
func signIn(s config.Settings, factors seal.Keeper) (out identitysvc.Settings, err error) {
	out.Neutral, out.Needed = s.Neutral, s.FactorNeeded
	if factors != nil {
		out.Factors = factors
	}
	if s.Breached != "" {
		out.Breached, err = identitysvc.OpenBreached(s.Breached)
	}
	return out, err
}

// Steps returns a function that prints what has been done since the start.
func Steps() func(string) {
	start := time.Now()
	return func(what string) { fmt.Printf("%6.2f s  %s\n", time.Since(start).Seconds(), what) }
}
