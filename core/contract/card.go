package contract

import (
	"math/big"
	"strconv"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Criterion is what a scorecard looks at.
type Criterion string

// Criteria: three are computed of what was due, one is people's judgement.
const (
	Punctual  Criterion = "punctual"  // done by the day it was due
	Accepted  Criterion = "accepted"  // taken without being returned
	Fulfilled Criterion = "fulfilled" // met at all
	Judged    Criterion = "judged"
)

// Criteria lists them in order.
var Criteria = []Criterion{Punctual, Accepted, Fulfilled, Judged}

// Values lists them.
func (Criterion) Values() []string { return closed.Values(Criteria...) }

// perDay is what a day of lateness takes off the points of what was late.
const perDay = 2

// Band is how good a score is, in a word.
type Band string

// Bands; each begins where the one below it ends.
const (
	Good Band = "good"
	Fair Band = "fair"
	Poor Band = "poor"
)

// Bands are the least points of each, the best first.
var Bands = []struct {
	Band  Band
	Least int64
}{{Good, 80}, {Fair, 60}, {Poor, 0}}

// Values lists them.
func (Band) Values() []string { return closed.Values(Good, Fair, Poor) }

// BandOf is the band that points lie in.
func BandOf(score *big.Rat) Band {
	for _, b := range Bands {
		if score.Cmp(big.NewRat(b.Least, 1)) >= 0 {
			return b.Band
		}
	}
	return Poor
}

// A Done is something that was due in a period, with what came of it.
type Done struct {
	Status   DutyStatus
	Due      time.Time
	Finished time.Time // the day on which it was handed in for the last time, or judged
	Returned int       // how often it was given back
}

// A Mark is what a criterion came to: its weight of a hundred, its points, and of how much.
type Mark struct {
	Criterion Criterion `json:"criterion"`
	Weight    int       `json:"weight"`
	Points    string    `json:"points,omitempty"` // exact, as a fraction; absent where there was nothing to look at
	Of        int       `json:"of"`               // how many things it looked at
}

// Weights are those of a scorecard; together they are a hundred.
type Weights map[Criterion]int

// Check adds to f what is wrong with weights.
func (w Weights) Check(f *fault.Fields) {
	sum := 0
	for _, c := range Criteria {
		if w[c] < 0 || w[c] > 100 {
			f.Add("/weights/"+string(c), fault.OutOfRange, "min", 0, "max", 100)
		}
		sum += w[c]
	}
	if sum != 100 {
		f.Add("/weights", NotHundred, "sum", strconv.Itoa(sum))
	}
}

// Card computes a scorecard of what was due in a period; judged is people's points, nil where nobody
// judged. What there was nothing to look at for takes no part: the weights of the others count as
// much more. It raises CardEmpty where nothing is left.
func Card(w Weights, all []Done, judged *int) (*big.Rat, []Mark, error) {
	points := map[Criterion]*big.Rat{}
	looked := map[Criterion]int{}
	if n := len(all); n > 0 {
		late, back, met := new(big.Rat), new(big.Rat), new(big.Rat)
		for _, d := range all {
			late.Add(late, big.NewRat(punctual(d), 1))
			back.Add(back, big.NewRat(100, int64(1+d.Returned)))
			met.Add(met, big.NewRat(map[DutyStatus]int64{Met: 100, PartiallyMet: 50}[d.Status], 1))
		}
		for c, sum := range map[Criterion]*big.Rat{Punctual: late, Accepted: back, Fulfilled: met} {
			points[c], looked[c] = sum.Quo(sum, big.NewRat(int64(n), 1)), n
		}
	}
	if judged != nil {
		points[Judged], looked[Judged] = big.NewRat(int64(*judged), 1), 1
	}
	total, weight := new(big.Rat), int64(0)
	marks := make([]Mark, 0, len(Criteria))
	for _, c := range Criteria {
		m := Mark{Criterion: c, Weight: w[c], Of: looked[c]}
		if p := points[c]; p != nil {
			m.Points = p.RatString()
			weight += int64(w[c])
			total.Add(total, new(big.Rat).Mul(p, big.NewRat(int64(w[c]), 1)))
		}
		marks = append(marks, m)
	}
	if weight == 0 {
		return nil, marks, CardEmpty.New("")
	}
	return total.Quo(total, big.NewRat(weight, 1)), marks, nil
}

// punctual is a hundred for what was done in time; each day later takes some, what was never done has none.
func punctual(d Done) int64 {
	if d.Status == NotMet {
		return 0
	}
	late := int64(d.Finished.Sub(d.Due) / (24 * time.Hour))
	return max(0, 100-perDay*max(0, late))
}
