package serve

import (
	"slices"

	"zabuni.org/core/config"
	"zabuni.org/core/platform/seal"
)

// Names of the keys that do not seal.
const (
	TokenKey = "token-ed25519"  // signs access tokens
	MailKey  = "mailed-secrets" // derives what mails carry
	SignKey  = "sign-ca"        // the authority of signatures in contracts
	StampKey = "sign-tsa"       // says when they were made
)

// VerifierFile holds the public half of the notary's key: all that the opener
// needs of it.
const VerifierFile = "log-verifier"

// A Part is what one program does of the whole.
type Part struct {
	Name     string
	AsApp    bool     // works as the platform's role
	Opens    bool     // holds the opening key and works as the opener's role
	Works    bool     // does background work and nothing else
	Migrates bool     // brings the schema up to date where it knows the owner's address
	Makes    []string // keys that it makes at the first run
	Requires []string // keys without which it does not start; others it takes where they are
}

// common are the keys of everything but the opener's own.
var common = []string{TokenKey, MailKey, seal.ReceiptFile, seal.DraftFile, seal.EvaluationFile, seal.FactorFile, SignKey, StampKey}

// KeyNames are all key files, the opener's first.
func KeyNames() []string { return append([]string{seal.OpeningFile}, common...) }

// All is the part of the all-in-one program: everything that is not said to be elsewhere.
func All(s config.Settings) Part {
	p := Part{Name: "run", AsApp: true, Opens: !s.External.Opener, Migrates: true, Makes: slices.Clone(common)}
	if p.Opens {
		p.Makes = append(p.Makes, seal.OpeningFile)
	}
	p.Requires = p.Makes
	return p
}

// Parts of a deployment in several processes.
var (
	Worker = Part{Name: "worker", AsApp: true, Works: true, Requires: []string{MailKey, seal.ReceiptFile}}
	Opener = Part{Name: "opener", Opens: true, Makes: []string{seal.OpeningFile}, Requires: []string{seal.OpeningFile, seal.EvaluationFile}}
)

// BFF is the part of one BFF: the keys of drafts are the supplier's desk's, those
// of opened files the buyer's.
func BFF(name string) Part {
	p := Part{Name: "bff-" + name, AsApp: true, Requires: []string{TokenKey, MailKey, seal.ReceiptFile, seal.FactorFile}}
	switch name {
	case "supplier":
		p.Requires = append(p.Requires, seal.DraftFile, SignKey, StampKey)
	case "buyer":
		p.Requires = append(p.Requires, seal.EvaluationFile, SignKey, StampKey)
	case "contracts":
		p.Requires = append(p.Requires, SignKey, StampKey)
	}
	return p
}
