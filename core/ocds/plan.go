// Package ocds reads published procurement plans and tenders, OCDS 1.1 releases
// and packages and the shape of Prozorro's interface, into one neutral plan.
// Nothing is dropped in silence: every leaf of the file is in the plan or in the
// list of what was not mapped. It is pure: bytes in, plan out.
package ocds

import "time"

// A Plan is what a tender can be made of.
type Plan struct {
	Pointer       string     `json:"pointer"` // where in the file it was found
	OCID          string     `json:"ocid,omitempty"`
	ID            string     `json:"id,omitempty"`
	Title         string     `json:"title,omitempty"`
	Description   string     `json:"description,omitempty"`
	Buyer         string     `json:"buyer,omitempty"`
	BuyerID       string     `json:"buyer_id,omitempty"`
	Status        string     `json:"status,omitempty"`
	Method        string     `json:"method,omitempty"`
	MethodDetails string     `json:"method_details,omitempty"`
	Category      string     `json:"category,omitempty"`
	Language      string     `json:"language,omitempty"`
	Published     *time.Time `json:"published,omitempty"`
	Value         *Value     `json:"value,omitempty"`
	Enquiry       Period     `json:"enquiry"`
	Tender        Period     `json:"tender"`
	Award         Period     `json:"award"`
	Lots          []Lot      `json:"lots,omitempty"` // become categories
	Items         []Item     `json:"items,omitempty"`
	Documents     []Document `json:"documents,omitempty"`
}

// A Value is a sum as the file has it; its currency need not be one of ours.
type Value struct {
	Amount   string `json:"amount"` // plain decimal
	Currency string `json:"currency,omitempty"`
}

// A Period is a span of time; either end may be missing.
type Period struct {
	Start *time.Time `json:"start,omitempty"`
	End   *time.Time `json:"end,omitempty"`
}

// A Lot becomes a category.
type Lot struct {
	ID          string `json:"id,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Value       *Value `json:"value,omitempty"`
}

// An Item is one thing to buy.
type Item struct {
	ID             string           `json:"id,omitempty"`
	Lot            string           `json:"lot,omitempty"`
	Description    string           `json:"description,omitempty"`
	Quantity       string           `json:"quantity,omitempty"` // plain decimal
	UnitCode       string           `json:"unit_code,omitempty"`
	UnitName       string           `json:"unit_name,omitempty"`
	UnitScheme     string           `json:"unit_scheme,omitempty"`
	UnitValue      *Value           `json:"unit_value,omitempty"`
	Classification *Classification  `json:"classification,omitempty"`
	Additional     []Classification `json:"additional,omitempty"`
}

// A Classification names what an item is in a published scheme.
type Classification struct {
	Scheme      string `json:"scheme,omitempty"`
	ID          string `json:"id,omitempty"`
	Description string `json:"description,omitempty"`
	URI         string `json:"uri,omitempty"`
}

// A Document is what the file says of a document; nothing is fetched.
type Document struct {
	ID          string     `json:"id,omitempty"`
	Type        string     `json:"type,omitempty"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	URL         string     `json:"url,omitempty"`
	Format      string     `json:"format,omitempty"`
	Language    string     `json:"language,omitempty"`
	Published   *time.Time `json:"published,omitempty"`
	Modified    *time.Time `json:"modified,omitempty"`
}

// An Unmapped leaf is in the file and not in a plan. Reason is a code.
type Unmapped struct {
	Pointer string `json:"pointer"`
	Reason  string `json:"reason"`
}

// Reasons.
const (
	ReasonPackage    = "package"     // about the file, not the tender
	ReasonParty      = "party"       // details of organisations
	ReasonPlanning   = "planning"    // budget and planning
	ReasonBid        = "bid"         // what bidders did
	ReasonAward      = "award"       // later stages
	ReasonContract   = "contract"    //
	ReasonHistory    = "history"     // earlier versions of the same process
	ReasonTranslated = "translation" // the same text in another language
	ReasonEmpty      = "empty"
	ReasonWrongType  = "wrong_type"
	ReasonNotUsed    = "not_used" // nothing here holds it
)

// Shapes of files.
const (
	ShapeRelease        = "release"
	ShapeReleasePackage = "release_package"
	ShapeRecordPackage  = "record_package"
	ShapeProzorro       = "prozorro"
	ShapeProzorroPlan   = "prozorro_plan"
)

// A Result is what reading a file gave. Leaves = Mapped + len(Unmapped), unless
// the file could not be read at all.
type Result struct {
	Shape    string     `json:"shape,omitempty"`
	Plans    []Plan     `json:"plans"` // one for each process in the file
	Unmapped []Unmapped `json:"unmapped"`
	Problems []Problem  `json:"problems"`
	Leaves   int        `json:"leaves"`
	Mapped   int        `json:"mapped"`
}
