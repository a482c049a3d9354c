// Package beside measures what the platform does next to the least that the
// same work could cost, in alternating rounds of one run: on a busy machine the
// two rise and fall together, and what is told is their ratio.
package beside

import (
	"slices"
	"testing"
	"time"
)

// A Goal bounds the ratio of ours to the floor: of times (Most) or of rates
// (Least). One of the two is set.
type Goal struct{ Most, Least float64 }

// Most is the goal that ours takes at most x times as long as the floor.
func Most(x float64) Goal { return Goal{Most: x} }

// Least is the goal that ours does at least x times as many a second as the floor.
func Least(x float64) Goal { return Goal{Least: x} }

const pairs = 7 // at least

// Floor runs ours and floor in turn, each a round of that many operations, and
// reports the medians in milliseconds an operation and the median of their
// ratios. Spread is how much the floor itself moved: above three the machine
// was disturbed.
func Floor(b *testing.B, g Goal, ours func() error, oursOps int, floor func() error, floorOps int) {
	b.Helper()
	besides(b, g, func(fn func() error, ops int) float64 { return round(b, fn, ops) }, ours, oursOps, floor, floorOps)
}

// besides does it with whatever a round is measured by.
func besides(b *testing.B, g Goal, round func(func() error, int) float64, ours func() error, oursOps int, floor func() error, floorOps int) {
	b.Helper()
	var own, least, ratios []float64
	pair := func() {
		o, f := round(ours, oursOps), round(floor, floorOps)
		own, least = append(own, o), append(least, f)
		if g.Least > 0 {
			o, f = f, o
		}
		ratios = append(ratios, o/f)
	}
	pair() // warms both
	own, least, ratios = nil, nil, nil
	for b.Loop() {
		pair()
	}
	for len(ratios) < pairs {
		pair()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(own), "ms")
	b.ReportMetric(median(least), "floor-ms")
	b.ReportMetric(median(ratios), "ratio")
	b.ReportMetric(slices.Max(least)/slices.Min(least), "spread")
	if g.Least > 0 {
		b.ReportMetric(g.Least, "goal-least")
	} else {
		b.ReportMetric(g.Most, "goal-most")
	}
}

func round(b *testing.B, fn func() error, ops int) float64 {
	b.Helper()
	start := time.Now()
	if err := fn(); err != nil {
		b.Fatal(err)
	}
	return float64(time.Since(start).Nanoseconds()) / 1e6 / float64(ops)
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	if n := len(v); n%2 == 0 {
		return (v[n/2-1] + v[n/2]) / 2
	}
	return v[len(v)/2]
}
