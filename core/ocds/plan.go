// Package ocds reads published procurement plans and tenders, OCDS 1.1 releases
// and packages and the shape of Prozorro's interface, into one neutral plan.
// Nothing is dropped in silence: a plan says of each value where in the file it
// stands, and a result lists every leaf of the file. It is pure: bytes in, plan out.
package ocds

import "time"

// A Text is a string or a plain decimal of the file, and the JSON pointer of its
// leaf; both are empty where the file has none.
type Text struct{ Text, At string }

// A Moment is a time of the file, and the pointer of its leaf.
type Moment struct {
	time.Time
	At string
}

// A Plan is what a tender can be made of: what no draft has a place for is not in it.
type Plan struct {
	At          string // where in the file its tender stands
	OCID        Text
	ID          Text
	Title       Text
	Description Text
	Value       *Value
	Tender      Period
	Lots        []Lot // become categories
	Items       []Item
	Documents   []Document
}

// A Value is a sum as the file has it; its currency need not be one of ours.
type Value struct{ Amount, Currency Text }

// A Period is a span of time; either end may be missing.
type Period struct {
	At         string // of the period, or else of what it would stand in
	Start, End *Moment
}

// A Lot becomes a category.
type Lot struct {
	ID          Text
	Title       Text
	Description Text
	Value       *Value
}

// An Item is one thing to buy.
type Item struct {
	At             string
	ID             Text
	Lot            Text
	Description    Text
	Quantity       Text
	UnitCode       Text
	UnitName       Text
	Classification Classification
}

// A Classification names what an item is in a published scheme.
type Classification struct{ Scheme, ID, Description Text }

// A Document is what the file says of a document; nothing is fetched.
type Document struct{ ID, Type, Title, Description, URL Text }

// A Leaf is one value of the file, or an empty list or object.
type Leaf struct {
	Pointer string
	Reason  string // why it is in no plan, a code; empty: it is in one
	Plan    int    // the plan whose process it belongs to, or Common
}

// Common stands for all plans of a file, where a leaf or a problem is of no process alone.
const Common = -1

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

// A Result is what reading a file gave: every leaf of it, unless it could not be
// read at all.
type Result struct {
	Shape    string
	Plans    []Plan // one for each process in the file
	Leaves   []Leaf
	Problems []Problem
}
