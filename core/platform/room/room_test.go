package room

import (
	"errors"
	"testing"
	"time"
)

const (
	mib = 1 << 20
	gib = 1 << 30
)

func TestBeforeADiskIsFull(t *testing.T) {
	for _, c := range []struct {
		name                        string
		files, changes, total, free uint64
		low, full                   bool
	}{
		{"a small disk has a tenth", 0, 0, 1000 * mib, 100 * mib, false, false},
		{"less than a tenth", 0, 0, 1000 * mib, 100*mib - 1, true, false},
		{"a twentieth", 0, 0, 1000 * mib, 50 * mib, true, false},
		{"less than a twentieth", 0, 0, 1000 * mib, 50*mib - 1, true, true},
		{"a large disk has two gigabytes", 0, 0, 1000 * gib, 2 * gib, false, false},
		{"a large disk has less", 0, 0, 1000 * gib, 2*gib - 1, true, false},
		{"a large disk's last", 0, 0, 1000 * gib, 256 * mib, true, false},
		{"a large disk's end", 0, 0, 1000 * gib, 256*mib - 1, true, true},
		{"what is said counts", 10 * mib, 5 * mib, 1000 * gib, 10 * mib, false, false},
		{"below what is said", 10 * mib, 5 * mib, 1000 * gib, 10*mib - 1, true, false},
		{"below the other", 10 * mib, 5 * mib, 1000 * gib, 5*mib - 1, true, true},
		{"an unknown disk", 0, 0, 0, 0, false, false},
	} {
		d := &Disk{Files: c.files, Changes: c.changes, look: func(string) (uint64, uint64, error) { return c.free, c.total, nil }}
		if s := d.State(); s != (State{c.free, c.total, c.low, c.full}) {
			t.Errorf("%s: %+v", c.name, s)
		}
		var file, change error
		switch {
		case c.full:
			file, change = Full, Full
		case c.low:
			file = Low
		}
		if got := d.Take(true); !errors.Is(got, file) {
			t.Errorf("%s: a file: %v", c.name, got)
		}
		if got := d.Take(false); !errors.Is(got, change) {
			t.Errorf("%s: a change: %v", c.name, got)
		}
	}
	away := &Disk{look: func(string) (uint64, uint64, error) { return 0, 1, errors.New("away") }}
	if s := away.State(); s != (State{}) {
		t.Errorf("what cannot be looked at says %+v", s)
	}
	if err := (*Disk)(nil).Take(true); err != nil {
		t.Errorf("no disk: %v", err)
	}
}

// Whoever makes room is believed within a second.
func TestTheDiskIsLookedAtAgain(t *testing.T) {
	free := uint64(0)
	d := &Disk{look: func(string) (uint64, uint64, error) { return free, gib, nil }}
	if !d.State().Full {
		t.Fatal("a full disk has room")
	}
	free = gib
	if !d.State().Full {
		t.Error("it is looked at for every request")
	}
	d.at = d.at.Add(-time.Second)
	if d.State().Full {
		t.Error("it stays full for ever")
	}
}

func TestTheSystemKnowsTheDisk(t *testing.T) {
	free, total, err := statfs(t.TempDir())
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	if err != nil || total == 0 || free > total {
		t.Fatalf("%d of %d: %v", free, total, err)
	}
}
