// Package sourcing is the rules of jobs and their categories, the same for
// every activity: what a category may have, who may move it where, and when it
// may be published. It decides; it never reads a clock, a database or a network.
//
// Words: a job is what a buyer runs (OCDS: contracting process), a category is
// what suppliers bid for (lot), a section groups questions (criteria group,
// requirement), an item is a line of the bill of quantities.
package sourcing

import "zabuni.org/core/kernel/fault"

// Faults of this package.
var (
	JobNotFound      = fault.Declare(fault.KindNotFound, "sourcing.job_not_found", "That job could not be found")
	CategoryDenied   = fault.Declare(fault.KindForbidden, "sourcing.category_denied", "An administrator has closed this category to you")
	CategoryNotFound = fault.Declare(fault.KindNotFound, "sourcing.category_not_found", "That category could not be found")
	SectionNotFound  = fault.Declare(fault.KindNotFound, "sourcing.section_not_found", "That section could not be found")
	QuestionNotFound = fault.Declare(fault.KindNotFound, "sourcing.question_not_found", "That question could not be found")
	ItemNotFound     = fault.Declare(fault.KindNotFound, "sourcing.item_not_found", "That item could not be found")
	Changed          = fault.Declare(fault.KindConflict, "sourcing.changed_meanwhile", "Somebody changed this meanwhile: load it again")
	OneCategory      = fault.Declare(fault.KindConflict, "sourcing.one_category", "An auction has exactly one category")
	IllegalMove      = fault.Declare(fault.KindConflict, "sourcing.illegal_move", "This is not possible in the present state")
	StillMoving      = fault.Declare(fault.KindConflict, "sourcing.still_moving", "Prices of this category still move")
	CategoryClosed   = fault.Declare(fault.KindConflict, "sourcing.category_closed", "This category has already closed. No further actions are allowed from your end!")
	TooEarly         = fault.Declare(fault.KindConflict, "sourcing.too_early", "The closing time has not come")
	Published        = fault.Declare(fault.KindConflict, "sourcing.published", "What is published does not change any more")
	NoSuchStep       = fault.Declare(fault.KindConflict, "sourcing.no_such_step", "This activity does not have that")
	NotReady         = fault.Declare(fault.KindInvalid, "sourcing.not_ready", "This cannot be published yet")
	NotInvited       = fault.Declare(fault.KindForbidden, "sourcing.not_invited", "You were not invited to take part in this category")
	NoPreview        = fault.Declare(fault.KindConflict, "sourcing.no_preview", "Sorry you cannot preview that category")
	ClosingDiffers   = fault.Declare(fault.KindInternal, "sourcing.closing_differs", "The closing date is not the one for which bids are sealed")
	ImportInvalid    = fault.Declare(fault.KindInvalid, "sourcing.import_invalid", "This file cannot be imported")
)

// Codes of field errors.
const (
	NotLater    = "sourcing.not_later"    // a closing time moves to a later one only
	BeforeOpens = "sourcing.before_opens" // closing does not come after opening
)
