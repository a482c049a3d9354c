package archive

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Raised by disposals.
var (
	NotDue        = fault.Declare(fault.KindConflict, "archive.not_due", "The years of the job are not over")
	Proposed      = fault.Declare(fault.KindConflict, "archive.proposed", "Somebody has proposed it already")
	NotProposed   = fault.Declare(fault.KindConflict, "archive.not_proposed", "Nobody has proposed it, or it was decided")
	OwnProposal   = fault.Declare(fault.KindForbidden, "archive.own_proposal", "Who proposed it does not decide")
	OtherList     = fault.Declare(fault.KindConflict, "archive.other_list", "What would go is not what was proposed")
	NoCertificate = fault.Declare(fault.KindConflict, "archive.no_certificate", "Nothing of the job was destroyed")
)

// Disposing is where the destruction of a job stands.
type Disposing string

// States of a disposal; from the first that destroys there is no way back.
const (
	DisposalProposed   Disposing = "proposed"
	DisposalApproved   Disposing = "approved"
	DisposalDestroying Disposing = "destroying"
	DisposalDone       Disposing = "disposed"
	DisposalRefused    Disposing = "refused"
	DisposalStopped    Disposing = "stopped" // somebody holds the job
)

// Values lists them.
func (Disposing) Values() []string {
	return closed.Values(DisposalProposed, DisposalApproved, DisposalDestroying, DisposalDone, DisposalRefused, DisposalStopped)
}

// Open says that it may still be decided or stopped.
func (d Disposing) Open() bool { return d == DisposalProposed || d == DisposalApproved }

// Begun says that there is no way back.
func (d Disposing) Begun() bool { return d == DisposalDestroying || d == DisposalDone }

// Kinds of files that go.
const (
	GoesBid    = "bid"
	GoesLetter = "letter"
	GoesPaper  = "paper"
)

// A Gone is a file that goes.
type Gone struct {
	Kind   string
	ID     uuid.UUID
	Key    string // of its bytes in the store
	Size   int64
	SHA256 []byte
}

// GoneList is what goes, a line each, as it is shown, signed and kept.
func GoneList(files []Gone) string {
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "%s %s %x %d\n", f.Kind, f.ID, f.SHA256, f.Size)
	}
	return b.String()
}
