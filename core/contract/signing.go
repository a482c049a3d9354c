package contract

import (
	"embed"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
)

// Faults of signing.
var (
	NotSigner    = fault.Declare(fault.KindForbidden, "contract.not_signer", "You are not among those who sign this contract")
	NotYourTurn  = fault.Declare(fault.KindConflict, "contract.not_your_turn", "Others sign before you")
	SignedByYou  = fault.Declare(fault.KindConflict, "contract.signed_by_you", "You have signed this contract already")
	PaperChanged = fault.Declare(fault.KindConflict, "contract.paper_changed", "The paper has changed since you read it: read it again")
	RequestOver  = fault.Declare(fault.KindConflict, "contract.request_over", "This request to sign has ended")
	NoRequest    = fault.Declare(fault.KindNotFound, "contract.no_request", "Nobody has asked for signatures on this contract")
	NotAllSigned = fault.Declare(fault.KindConflict, "contract.not_all_signed", "Not everybody has signed yet")
	NoToken      = fault.Declare(fault.KindUnavailable, "contract.no_time", "The time service did not answer: nothing was signed, try again shortly")
	NoScan       = fault.Declare(fault.KindNotFound, "contract.no_scan", "No signed paper waits for its second person")
	ScanWaits    = fault.Declare(fault.KindConflict, "contract.scan_waits", "A signed paper of this contract waits for its second person already")
	ScanOutdated = fault.Declare(fault.KindConflict, "contract.scan_outdated", "This paper says another version than the one that stands now: refuse it, and let it be brought again")
	OwnScan      = fault.Declare(fault.KindForbidden, "contract.own_scan", "Whoever brought the signed paper does not confirm it: another person must")
)

// Codes of field errors of signing.
const (
	NoSigner      = "contract.no_signer"      // params: side
	SignerUnknown = "contract.signer_unknown" // nobody with a right in contracts of either company
	SignerTwice   = "contract.signer_twice"
	OtherVersion  = "contract.other_version" // the paper says another version: that needs a reason
	OnlyPDF       = "contract.only_pdf"
)

// SigningOutcome is how a request to sign ended.
type SigningOutcome string

// Outcomes of requests to sign.
const (
	Signed    SigningOutcome = "signed"
	Declined  SigningOutcome = "declined"
	CalledOff SigningOutcome = "called_off"
	RanOut    SigningOutcome = "expired"
)

// Values lists them.
func (SigningOutcome) Values() []string { return closed.Values(Signed, Declined, CalledOff, RanOut) }

// ScanOutcome is what became of a signed paper: a second person's word, or that the contract went on without it.
type ScanOutcome string

// Outcomes of signed papers.
const (
	ScanTaken   ScanOutcome = "taken"
	ScanRefused ScanOutcome = "refused"
	ScanVoid    ScanOutcome = "void" // recalled, changed or signed otherwise before anybody decided
)

// Values lists them.
func (ScanOutcome) Values() []string { return closed.Values(ScanTaken, ScanRefused, ScanVoid) }

// Bounds of a request to sign.
const (
	MaxSigners  = 20
	MaxSignDays = 90
	// RemindDays is how often whoever has not signed is reminded.
	RemindDays = 3
)

// A Signer is somebody who signs, as a request names them.
type Signer struct {
	Account  uuid.UUID
	Side     Side
	Turn     int
	Capacity string
	Signed   bool
}

// Turn is the number of those whose signatures are next; 0 where none is missing.
func Turn(signers []Signer) int {
	next := 0
	for _, s := range signers {
		if !s.Signed && (next == 0 || s.Turn < next) {
			next = s.Turn
		}
	}
	return next
}

// MaySign raises why somebody does not sign now.
func MaySign(signers []Signer, account uuid.UUID) error {
	i := slices.IndexFunc(signers, func(s Signer) bool { return s.Account == account })
	switch {
	case i < 0:
		return NotSigner.New("")
	case signers[i].Signed:
		return SignedByYou.New("")
	case signers[i].Turn > Turn(signers):
		return NotYourTurn.New("turn %d, now %d", signers[i].Turn, Turn(signers))
	}
	return nil
}

// PaperWords are what the paper that is signed says around a text.
type PaperWords struct {
	Number       string `json:"number"`
	Date         string `json:"date"`
	Buyer        string `json:"buyer"`
	Counterparty string `json:"counterparty"`
	Value        string `json:"value"`
	Starts       string `json:"starts"`
	Ends         string `json:"ends"`
	File         string `json:"file"`
	Sum          string `json:"sum"`
	Who          string `json:"who"`
	WhoNote      string `json:"who_note"`
	Signing      string `json:"signing"`
	Certificate  string `json:"certificate"`
	SignedAt     string `json:"signed_at"`
	Stamped      string `json:"stamped"`
	Proved       string `json:"proved"`
	Shown        string `json:"shown"`
	After        string `json:"after"`
	Serial       string `json:"serial"`
	Entry        string `json:"entry"`
	Worth        string `json:"worth"`

	// Of the pack of an award.
	Pack         string `json:"pack"`
	Tender       string `json:"tender"`
	Prices       string `json:"prices"`
	Letter       string `json:"letter"`
	Receipt      string `json:"receipt"`
	PriceReceipt string `json:"price_receipt"`
	Bid          string `json:"bid"`
	Category     string `json:"category"`
	Received     string `json:"received"`
	Version      string `json:"version"`
	Question     string `json:"question"`
	Answer       string `json:"answer"`
	Item         string `json:"item"`
	Description  string `json:"description"`
	Unit         string `json:"unit"`
	Quantity     string `json:"quantity"`
	UnitPrice    string `json:"unit_price"`
	Awarded      string `json:"awarded"`
	RoomPrice    string `json:"room_price"`
	Remarks      string `json:"remarks"`
	Yes          string `json:"yes"`
	No           string `json:"no"`
	True         string `json:"true"`
	False        string `json:"false"`
}

// Of is what a paper of a pack is called.
func (w PaperWords) Of(k PackKind) string {
	return map[PackKind]string{PackTender: w.Tender, PackPrices: w.Prices, PackLetter: w.Letter, PackReceipt: w.Receipt, PackPriceReceipt: w.PriceReceipt}[k]
}

//go:embed locales/*.json
var files embed.FS

var paperWords = locale.MustLoad[PaperWords](files)

// WordsOf are the words of a paper in a language.
func WordsOf(lang string) PaperWords {
	if w, ok := paperWords[lang]; ok {
		return w
	}
	return paperWords["en"]
}

// ForSigning are the states in which contracts stand among those to be signed.
func ForSigning() []string { return closed.Values(Approved, Sent, Signing) }
