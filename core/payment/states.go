package payment

import (
	"fmt"
	"slices"
	"strings"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// A State is a state of an order or of an attempt.
type State string

// States. An attempt knows no cancelled; an order knows no review. Refunds and reversals are rows of their own.
const (
	Created    State = "created"    // written; nobody was told yet
	Pending    State = "pending"    // the provider was told, and its answer is not known
	Processing State = "processing" // the provider has it
	Completed  State = "completed"
	Failed     State = "failed"
	Expired    State = "expired" // no word in time; asked about for a week
	Cancelled  State = "cancelled"
	Review     State = "review"    // money came, and a person must look at it
	Dismissed  State = "dismissed" // a person looked: it pays nothing here
)

// Values lists them in order.
func (State) Values() []string {
	return closed.Values(Created, Pending, Processing, Completed, Failed, Expired, Cancelled, Review, Dismissed)
}

// An Edge is one allowed step.
type Edge struct {
	From  State
	Event string
	To    State
}

// A Machine is a life as a table of edges.
type Machine struct {
	Name  string
	Start State
	Edges []Edge
}

// NoEdge is raised when a life has no such step.
var NoEdge = fault.Declare(fault.KindConflict, "payment.no_step", "That cannot be done in this state")

// Machines of this vertical. Completed absorbs: money that was taken is never
// untaken by a later word, and failed is not the end, because success may come late.
var (
	Order = Machine{"order", Created, []Edge{
		{Created, "attempt", Pending},
		{Created, "free", Completed},
		{Created, "pay", Completed}, // by a transfer that nobody announced
		{Created, "cancel", Cancelled},
		{Pending, "accept", Processing},
		{Pending, "pay", Completed},
		{Pending, "fail", Failed},
		{Pending, "expire", Expired},
		{Processing, "pay", Completed},
		{Processing, "fail", Failed},
		{Processing, "expire", Expired},
		{Failed, "attempt", Pending},
		{Failed, "pay", Completed},
		{Failed, "cancel", Cancelled},
		{Expired, "attempt", Pending},
		{Expired, "pay", Completed},
		{Expired, "fail", Failed},
		{Expired, "cancel", Cancelled},
	}}
	Attempt = Machine{"attempt", Created, []Edge{
		{Created, "accept", Processing},
		{Created, "lose", Pending},
		{Created, "pay", Completed},
		{Created, "fail", Failed},
		{Created, "expire", Expired},
		{Created, "review", Review},
		{Pending, "accept", Processing},
		{Pending, "pay", Completed},
		{Pending, "fail", Failed},
		{Pending, "expire", Expired},
		{Pending, "review", Review},
		{Processing, "pay", Completed},
		{Processing, "fail", Failed},
		{Processing, "expire", Expired},
		{Processing, "review", Review},
		{Failed, "pay", Completed},
		{Failed, "review", Review},
		{Expired, "pay", Completed},
		{Expired, "fail", Failed},
		{Expired, "review", Review},
		{Review, "match", Completed},
		{Review, "dismiss", Dismissed},
	}}
)

// Next is where an event leads.
func (m Machine) Next(from State, event string) (State, error) {
	for _, e := range m.Edges {
		if e.From == from && e.Event == event {
			return e.To, nil
		}
	}
	return from, NoEdge.New("%s: %s has no %s", m.Name, from, event)
}

// Can reports whether there is such a step.
func (m Machine) Can(from State, event string) bool {
	_, err := m.Next(from, event)
	return err == nil
}

// String prints the table, for the golden file.
func (m Machine) String() string {
	var b strings.Builder
	for _, e := range m.Edges {
		fmt.Fprintf(&b, "%-8s %-14s %-11s %s\n", m.Name, e.From, e.Event, e.To)
	}
	return b.String()
}

// Live reports whether an attempt may still move by itself: its order takes no other.
func Live(s State) bool { return slices.Contains([]State{Created, Pending, Processing}, s) }

// Ended reports whether the money of an attempt has come and is booked.
func Ended(s State) bool { return slices.Contains([]State{Completed, Review, Dismissed}, s) }

// Shown is the word that the specification has for a state.
func Shown(s State) string {
	switch s {
	case Created, Pending:
		return "Pending"
	case Processing, Review:
		return "Processing"
	case Completed:
		return "Completed"
	}
	return "Failed"
}
