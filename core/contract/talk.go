package contract

import (
	"encoding/json"

	"zabuni.org/core/kernel/fault"
)

// Faults of negotiation.
var (
	Unchanged  = fault.Declare(fault.KindConflict, "contract.unchanged", "The text that you propose is the one that you were sent")
	NoProposal = fault.Declare(fault.KindConflict, "contract.no_proposal", "No proposal waits for a decision")
)

// Codes of field errors of negotiation.
const (
	Undecided    = "contract.undecided" // params: changes, that nobody has accepted or rejected
	UnknownBlock = "contract.unknown_block"
	DoesNotFit   = "contract.does_not_fit" // what was accepted makes no text
)

// ReadContent reads the canonical JSON of what is agreed on.
func ReadContent(text string) (Content, error) {
	var c Content
	err := json.Unmarshal([]byte(text), &c)
	return c, err
}
