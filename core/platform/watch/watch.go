// Package watch is the rules of looking after a platform that runs: what waits,
// what was given up, and how it is driven on.
package watch

import (
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// A Queue is one of the places where work waits.
type Queue string

// Queues.
const (
	Events  Queue = "events"  // on their way to the bus
	Entries Queue = "entries" // of the log, not yet signed
	Mails   Queue = "mails"
	Tasks   Queue = "tasks"
	Parked  Queue = "parked" // events that failed again and again; waiting are those that somebody drives on
)

// Values lists them.
func (Queue) Values() []string { return closed.Values(Events, Entries, Mails, Tasks, Parked) }

// Faults.
var NoEvent = fault.Declare(fault.KindNotFound, "watch.no_event", "This event is parked no longer")
