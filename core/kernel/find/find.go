// Package find is the search of a desk over everything that it has: each vertical
// offers its lists, each under the guard that the list itself has, and a desk asks all
// of them that the caller may read.
package find

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Kind is what was found.
type Kind string

// Kinds of what desks offer.
const (
	Job      Kind = "job"
	Category Kind = "category"
	Bid      Kind = "bid"
	Letter   Kind = "letter"
	Payment  Kind = "payment"
	Contract Kind = "contract"
	Buyer    Kind = "buyer"
	Supplier Kind = "supplier"
	Bidder   Kind = "bidder" // a supplier whose bids to the own company were opened
	Person   Kind = "person"
)

// Values lists them in the order in which they are shown.
func (Kind) Values() []string {
	return closed.Values(Job, Category, Bid, Letter, Payment, Contract, Buyer, Supplier, Bidder, Person)
}

// A Hit is a record that was found. What it belongs to leads to its screen.
type Hit struct {
	Kind      Kind
	ID        uuid.UUID
	Job       *uuid.UUID // of a category
	Activity  string     // of what belongs to one
	Name      string
	Reference string
	Of        string // whose it is: the job, the company
}

// A Source is a list that a vertical offers to be searched.
type Source struct {
	Guard access.Guard
	// Find returns at most limit records that have the words in their names or
	// references, the likeliest first, and of them only what the caller may see.
	Find func(ctx context.Context, a access.Actor, words string, limit int) ([]Hit, error)
}

// Each turns the rows of a list into hits.
func Each[T any](rows []T, err error, hit func(T) Hit) ([]Hit, error) {
	if err != nil {
		return nil, err
	}
	out := make([]Hit, len(rows))
	for i, row := range rows {
		out[i] = hit(row)
	}
	return out, nil
}

// PerSource is how many records of one list are shown: who wants more says more, or
// looks into the list.
const PerSource = 5

// All asks the sources that admit the caller; what they have comes by kind. A list that turns out to
// be closed to the caller all the same, as one whose module is off, has nothing.
func All(ctx context.Context, a access.Actor, sources []Source, words string) ([]Hit, error) {
	out := []Hit{}
	words = strings.Join(strings.Fields(words), " ")
	if words == "" {
		return out, nil
	}
	for _, s := range sources {
		if s.Guard.Admit(a) != nil {
			continue
		}
		hits, err := s.Find(ctx, a, words, PerSource)
		if err != nil {
			if fault.As(err).Kind == fault.KindForbidden {
				continue
			}
			return nil, err
		}
		out = append(out, hits[:min(len(hits), PerSource)]...)
	}
	order := Kind("").Values()
	slices.SortStableFunc(out, func(x, y Hit) int {
		return cmp.Compare(slices.Index(order, string(x.Kind)), slices.Index(order, string(y.Kind)))
	})
	return out, nil
}
