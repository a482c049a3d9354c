// Package room looks after the disk that a machine keeps things on: before it is
// full files are refused, then every change, so that the database never meets the
// end of it and people can go on reading.
package room

import (
	"sync"
	"time"

	"zabuni.org/core/kernel/fault"
)

// Faults.
var (
	Low  = fault.Declare(fault.KindUnavailable, "room.low", "There is little room left: no files are taken until there is more")
	Full = fault.Declare(fault.KindUnavailable, "room.full", "There is no room left: nothing can be changed until there is more")
)

// Free space below which files and changes are refused where nothing else is said:
// a tenth and a twentieth of the disk, and on a large one no more than these.
const (
	files   = 2 << 30
	changes = 256 << 20

	fresh = time.Second // how long a look at the disk is good for
)

// A Disk is where a folder lies.
type Disk struct {
	Dir     string
	Files   uint64 // bytes that must be free for files to be taken; zero is a tenth, at most 2 GiB
	Changes uint64 // the same for any change; zero is a twentieth, at most 256 MiB

	look func(dir string) (free, total uint64, err error) // tests: what the system says

	mu   sync.Mutex
	at   time.Time
	last State
}

// A State is how much room there is, in bytes; where it cannot be known both are zero.
type State struct {
	Free, Total uint64
	Low, Full   bool
}

// State looks at the disk, once a second at most. Nothing is said of no disk, and
// of one that cannot be looked at.
func (d *Disk) State() State {
	if d == nil {
		return State{}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if time.Since(d.at) < fresh {
		return d.last
	}
	look := d.look
	if look == nil {
		look = statfs
	}
	d.at, d.last = time.Now(), State{}
	free, total, err := look(d.Dir)
	if err != nil || total == 0 {
		return d.last
	}
	d.last = State{Free: free, Total: total, Low: free < least(d.Files, total/10, files), Full: free < least(d.Changes, total/20, changes)}
	return d.last
}

func least(said, share, most uint64) uint64 {
	if said > 0 {
		return said
	}
	return min(share, most)
}

// Take is nil where a change may come in, with a file or without one.
func (d *Disk) Take(file bool) error {
	s := d.State()
	switch {
	case s.Full:
		return Full.New("%d of %d bytes are free", s.Free, s.Total)
	case s.Low && file:
		return Low.New("%d of %d bytes are free", s.Free, s.Total)
	}
	return nil
}
