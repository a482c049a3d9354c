// Package app puts the verticals together over one database. Mains open what is
// outside (database, bus, files, gateways) and hand it in; a BFF takes the App.
package app

import (
	"context"
	"crypto/ed25519"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app/tell"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/catalog/catalogsvc"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identityhttp"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/identity/peoplehttp"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/notify/notifyhttp"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/journal/journalhttp"
	"zabuni.org/core/platform/live"
	"zabuni.org/core/platform/live/livehttp"
	"zabuni.org/core/platform/logs"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/meter"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/room"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/platform/watch/watchsvc"
	"zabuni.org/core/procurement/procurementsvc"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/publication/publicationsvc"
	"zabuni.org/core/reference/referencesvc"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Outside is what a main opens.
type Outside struct {
	DB       *pgxpool.Pool
	Clock    *pg.Clock
	TokenKey ed25519.PrivateKey
	Cookies  httpkit.Cookies
	MailKey  []byte      // derives mailed secrets
	Mail     mail.Sender // nil: mails wait in their queue
	Origin   string      // of the links in mails, and where providers call back
	Gateways paymentsvc.Gateways
	Alone    payment.Limits // amounts up to which one person decides about money
	Taxes    payment.Taxes  // what fees include, by country
	Log      *slog.Logger
	Opener   *seal.Opener   // nil where the opening key is not held
	Link     OpenerLink     // reaches the process that holds it; with neither nothing is published or opened
	Drafts   *seal.Drafts   // seals drafts of bids
	Notary   *seal.Notary   // signs receipts and closings
	Verifier *seal.Verifier // checks them
	Files    document.Store
	Gate     *document.Gate     // decides which files come in; nil looks for nothing
	Opening  *pgxpool.Pool      // as the opener's role
	Signer   *sign.Authority    // of signatures in contracts; nil where its keys are not held
	Writer   contractsvc.Writer // of clauses that people accept; nil: no model is configured
	EvalKey  seal.Keeper        // wraps file keys for evaluation
	SignIn   identitysvc.Settings
	Hasher   *identitysvc.Hasher // nil: one at the house's cost
	Helpdesk identityhttp.Helpdesk
	Live     *live.Hub // nil: no streams here, screens ask again by themselves
	Tell     func(topic string, data any)
	Meter    *meter.Meter // nil counts nothing
	Disk     *room.Disk   // nil: nothing that grows is kept on this machine
}

// App is the platform's use cases.
type App struct {
	Outside
	Identity    *identitysvc.Service
	People      *peoplesvc.Service
	Party       *partysvc.Service
	Notify      *notifysvc.Service
	Sourcing    *sourcingsvc.Service
	Entry       *entrysvc.Service
	Bidding     *biddingsvc.Service
	Openings    *openingsvc.Service
	Assurance   *assurancesvc.Service
	Diligence   *diligencesvc.Service
	Evaluation  *evaluationsvc.Service
	Reports     *reportsvc.Service
	Sequencer   *journal.Sequencer
	Payments    *paymentsvc.Service
	Documents   *documentsvc.Service
	Awards      *awardsvc.Service
	Auctions    *auctionsvc.Service
	Contracts   *contractsvc.Service
	Project     *projectsvc.Service
	Procurement *procurementsvc.Service
	Archive     *archivesvc.Service
	Publication *publicationsvc.Service
	Catalog     *catalogsvc.Service
	Reference   *referencesvc.Service
	Tasks       *tasksvc.Service
	Watch       *watchsvc.Service
}

// New wires the use cases. Without a database it still serves to describe the
// operations.
func New(o Outside) *App {
	if o.Clock == nil {
		o.Clock = &pg.Clock{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.TokenKey == nil {
		o.TokenKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	}
	if o.Gateways == nil {
		o.Gateways = paymentsvc.Gateways{}
	}
	if o.Hasher == nil {
		o.Hasher = identitysvc.NewHasher()
	}
	party := partysvc.New(o.DB)
	sequencer := &journal.Sequencer{DB: o.DB, Notary: o.Notary}
	a := &App{
		Outside:  o,
		Identity: identitysvc.New(o.DB, identity.NewTokens(o.TokenKey, o.Clock.Now), o.Hasher, o.SignIn),
		Party:    party,
		People:   peoplesvc.New(o.DB),
		Entry:    entrysvc.New(o.DB),
		Bidding:  biddingsvc.New(o.DB, o.Drafts, o.Notary, o.Verifier, o.Files, sequencer),
	}
	a.Documents = documentsvc.New(o.DB, o.Files)
	a.Payments = paymentsvc.New(o.DB, o.Gateways, o.Origin, o.Log).With(paymentsvc.Desk{Documents: a.Documents, Gate: o.Gate, Alone: o.Alone, Taxes: o.Taxes})
	a.Auctions = auctionsvc.New(o.DB)
	a.Auctions.Notary, a.Auctions.Documents, a.Auctions.Gate = o.Notary, a.Documents, o.Gate
	outside := sourcingsvc.Outside{Closing: a.Bidding, Live: a.Auctions, Payable: a.Payments.Currencies, Fee: a.Payments.Payable, Documents: a.Documents, Gate: o.Gate}
	opening := openingsvc.Outside{Opening: o.Opening, Opener: o.Opener, Verifier: o.Verifier, Evaluation: o.EvalKey, Files: o.Files}
	switch {
	case o.Opener != nil:
		outside.Keys = categoryKeys{o.Opener, o.Notary}
	case o.Link != nil:
		outside.Keys, opening.Elsewhere = categoryKeys{o.Link, o.Notary}, o.Link.Open
	}
	a.Sourcing = sourcingsvc.New(o.DB, party, outside)
	a.Auctions.Sourcing = a.Sourcing
	a.Sequencer = sequencer
	opening.Log = a.Sequencer
	a.Openings = openingsvc.New(o.DB, opening)
	a.Assurance = assurancesvc.New(o.DB)
	a.Evaluation = evaluationsvc.New(o.DB, evaluationsvc.Outside{Evaluation: o.EvalKey, Files: o.Files, Sourcing: a.Sourcing})
	a.Reports = reportsvc.New(o.DB)
	a.Reports.Documents = a.Documents
	a.Evaluation.Documents, a.Evaluation.Signer, a.Evaluation.Written = a.Documents, o.Signer, a.Reports.ForSigning
	a.Notify = notifysvc.New(o.DB, a.Identity, o.MailKey, o.Origin)
	a.Diligence = diligencesvc.New(o.DB, a.Documents)
	party.Documents, party.Gate = a.Documents, o.Gate
	a.Bidding.Gate, a.Bidding.Documents = o.Gate, a.Documents
	a.Awards = awardsvc.New(o.DB, party, a.Documents)
	a.Contracts = contractsvc.New(o.DB)
	a.Contracts.Documents, a.Contracts.Gate, a.Contracts.Signer = a.Documents, o.Gate, o.Signer
	a.Contracts.Letter, a.Contracts.Writer = a.Awards.Print, o.Writer
	a.Project = projectsvc.New(o.DB, a.Identity)
	a.Procurement = procurementsvc.New(o.DB, a.Documents)
	a.Archive = archivesvc.New(o.DB, a.Evaluation, a.Awards, archivesvc.Outside{
		Receipts:  a.Bidding,
		Documents: a.Documents,
		Reports:   a.Reports.Kept,
		Room:      a.Auctions.KeptLog,
		Notary:    o.Notary,
	})
	a.Publication = publicationsvc.New(o.DB, a.Documents, o.Origin)
	a.Reference = referencesvc.New(o.DB)
	a.Catalog = catalogsvc.New(o.DB, a.Documents, a.Sourcing)
	a.Catalog.Gate = o.Gate
	a.Tasks = tasksvc.New(o.DB, a.Documents, o.Tell, logs.Of(o.Log, logs.Work))
	a.Watch = watchsvc.New(o.DB, o.Disk)
	teller := tell.Teller{
		Identity:    a.Identity,
		Party:       a.Party,
		Sourcing:    a.Sourcing,
		Bidding:     a.Bidding,
		Awards:      a.Awards,
		Contracts:   a.Contracts,
		Project:     a.Project,
		Procurement: a.Procurement,
		Archive:     a.Archive,
		Tasks:       a.Tasks,
		Notify:      a.Notify,
	}
	teller.Register()
	a.workOn()
	return a
}

// BFF returns the HTTP side of one app with the operations that every app serves.
func (a *App) BFF(name string) *httpkit.BFF {
	b := httpkit.New(httpkit.Config{
		App:     name,
		Auth:    a.Identity,
		Now:     a.Clock.Now,
		Log:     logs.Of(a.Log, logs.HTTP),
		Cookies: a.Cookies,
		Meter:   a.Meter,
	})
	identityhttp.Mount(b, a.IdentityDeps())
	identityhttp.MountHelpdesk(b, a.Helpdesk)
	notifyhttp.Mount(b, a.Notify)
	peoplehttp.MountAdministrators(b, a.People)
	taskhttp.Mount(b, a.Tasks)
	livehttp.Mount(b, a.Live, a.Tasks)
	journalhttp.Mount(b, a.Sequencer)
	return b
}

// IdentityDeps is what the operations of accounts need.
func (a *App) IdentityDeps() identityhttp.Deps {
	return identityhttp.Deps{Identity: a.Identity, Party: a.Party, Cookies: a.Cookies, Now: a.Clock.Now}
}

// Attachment reads a stored document as the attachment of a mail.
func (a *App) Attachment(ctx context.Context, id uuid.UUID) (mail.Attachment, error) {
	d, err := a.Documents.Attached(ctx, id)
	return mail.Attachment{Name: d.Name, Type: d.MediaType, Bytes: d.Bytes}, err
}
