// Package page is keyset pagination: an opaque cursor naming the last row seen.
package page

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
)

// InvalidCursor is raised for a cursor this server did not issue.
var InvalidCursor = fault.Declare(fault.KindInvalid, "page.invalid_cursor", "Invalid cursor")

// A Cursor is the sort key of the last row of the page before.
type Cursor struct {
	Rank int32     `json:"r,omitempty"` // of a list whose rows have an order before that of time
	At   time.Time `json:"t"`
	ID   uuid.UUID `json:"i"`
}

// First is the cursor before every row of a newest-first list.
var First = Cursor{Rank: math.MaxInt32, At: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ID: uuid.Max}

// Parse reads a cursor; the empty string is First.
func Parse(s string) (Cursor, error) {
	if s == "" {
		return First, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return Cursor{}, InvalidCursor.Wrap(err, "not base64url")
	}
	var c Cursor
	if err := json.Unmarshal(raw, &c); err != nil {
		return Cursor{}, InvalidCursor.Wrap(err, "not a cursor")
	}
	return c, nil
}

func (c Cursor) String() string {
	raw, _ := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Of is one page: at most Limit rows and where the next one starts.
type Of[T any] struct {
	Items []T
	Next  string
}

// Cut keeps limit of the limit+1 rows fetched and names the next page if there is one.
func Cut[T any](rows []T, limit int, key func(T) Cursor) Of[T] {
	if len(rows) <= limit {
		return Of[T]{Items: rows}
	}
	return Of[T]{Items: rows[:limit], Next: key(rows[limit-1]).String()}
}
