package beside

import (
	"testing"
	"time"
)

// Spent is Floor by what a meter says that a round has cost instead of by the time that it took: on a busy machine
// processor time is steadier than the clock.
func Spent(b *testing.B, g Goal, meter func() (time.Duration, error), ours func() error, oursOps int, floor func() error, floorOps int) {
	b.Helper()
	besides(b, g, func(fn func() error, ops int) float64 {
		before, err := meter()
		if err == nil {
			err = fn()
		}
		after, late := meter()
		if err == nil {
			err = late
		}
		if err != nil {
			b.Fatal(err)
		}
		return float64((after - before).Nanoseconds()) / 1e6 / float64(ops)
	}, ours, oursOps, floor, floorOps)
}
