// Package fault is the error catalogue: every failure a caller may act on has
// one kind, one stable code and one place where it is declared.
package fault

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"
)

// A Kind is a family of failures; httpkit maps each kind to one HTTP status.
type Kind uint8

// Kinds.
const (
	KindInternal Kind = iota
	KindInvalid
	KindUnauthenticated
	KindForbidden
	KindNotFound
	KindConflict
	KindPrecondition
	KindTooMany
	KindTooLarge
	KindUnsupported
	KindUnavailable
)

// A Def is one entry of the catalogue. Codes are part of the contract: they are
// never renamed, the web translates them by code.
type Def struct {
	Kind  Kind
	Code  string
	Title string // English, for logs and for clients without a translation
}

var (
	registry   = map[string]*Def{}
	registryMu sync.Mutex
)

// Declare adds an entry to the catalogue, from a package variable. A code
// declared twice panics at start-up.
func Declare(kind Kind, code, title string) *Def {
	registryMu.Lock()
	defer registryMu.Unlock()
	if _, ok := registry[code]; ok {
		panic("fault: " + code + " is declared twice")
	}
	d := &Def{kind, code, title}
	registry[code] = d
	return d
}

// Codes returns every code of the catalogue linked into this program, sorted.
func Codes() []string {
	registryMu.Lock()
	defer registryMu.Unlock()
	codes := make([]string, 0, len(registry))
	for c := range registry {
		codes = append(codes, c)
	}
	sort.Strings(codes)
	return codes
}

// Of returns the entry with that code, or Internal where this program has none.
func Of(code string) *Def {
	registryMu.Lock()
	defer registryMu.Unlock()
	if d := registry[code]; d != nil {
		return d
	}
	return Internal
}

// Entries every vertical shares. A vertical declares its own beside the rule that raises them.
var (
	Internal        = Declare(KindInternal, "internal", "Internal error")
	Invalid         = Declare(KindInvalid, "invalid", "Please correct the errors and try again")
	Unauthenticated = Declare(KindUnauthenticated, "unauthenticated", "Session timed out. Please login to continue.")
	Forbidden       = Declare(KindForbidden, "forbidden", "You are not allowed to perform this action!")
	NotFound        = Declare(KindNotFound, "not_found", "Not found")
	TooLarge        = Declare(KindTooLarge, "too_large", "The request is too large")
	TooMany         = Declare(KindTooMany, "too_many", "Too many attempts, try again later")
	Unavailable     = Declare(KindUnavailable, "unavailable", "Busy, try again shortly")
	StepUp          = Declare(KindForbidden, "step_up_required", "Confirm your password to go on")
)

// Codes of field errors, used inside Invalid. Params carry the bounds.
const (
	Required   = "field.required"
	TooShort   = "field.too_short"   // params: min
	TooLong    = "field.too_long"    // params: max
	OutOfRange = "field.range"       // params: min, max
	BadFormat  = "field.format"      // params: expected
	NotAllowed = "field.not_allowed" // the value is not one of the allowed ones
	BadDate    = "field.date"        // params: min, max; years
	BadText    = "field.text"        // holds what no text holds
	BadLetter  = "field.letter"      // holds a letter that no document shows; params: letter
	BadPeriod  = "field.period"      // ends before it begins
	Taken      = "field.taken"
	Unknown    = "field.unknown" // names nothing that exists
)

// A Field is one field at fault. It never carries the submitted value.
type Field struct {
	Pointer string         `json:"pointer" doc:"JSON pointer into the request body"`
	Code    string         `json:"code"`
	Params  map[string]any `json:"params,omitempty"`
}

// Error is a catalogue entry raised for one occurrence.
type Error struct {
	*Def
	Detail string
	Params map[string]any
	Fields []Field
	cause  error
}

func (e *Error) Error() string {
	s := e.Code
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	for _, f := range e.Fields {
		s += " " + f.Pointer + "=" + f.Code
	}
	if e.cause != nil {
		s += ": " + e.cause.Error()
	}
	return s
}

// Unwrap returns what caused e, for the log and never for the caller.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is the same catalogue entry, so that
// errors.Is(err, sourcing.CategoryClosed) works.
func (e *Error) Is(target error) bool {
	switch t := target.(type) {
	case *Error:
		return t.Def == e.Def
	case *Def:
		return t == e.Def
	}
	return false
}

// With adds a parameter that the translated text may name.
func (e *Error) With(key string, value any) *Error {
	if e.Params == nil {
		e.Params = map[string]any{}
	}
	e.Params[key] = value
	return e
}

// At names the field at fault; code may be empty, then the entry's own code stands.
func (e *Error) At(pointer, code string) *Error {
	if code == "" {
		code = e.Code
	}
	e.Fields = append(e.Fields, Field{Pointer: pointer, Code: code})
	return e
}

// Error lets an entry stand as a target of errors.Is.
func (d *Def) Error() string { return d.Code }

// New raises d. The detail is English, for the log and for clients without a translation.
func (d *Def) New(format string, args ...any) *Error {
	return &Error{Def: d, Detail: fmt.Sprintf(format, args...)}
}

// Wrap raises d because of cause.
func (d *Def) Wrap(cause error, format string, args ...any) *Error {
	return &Error{Def: d, Detail: fmt.Sprintf(format, args...), cause: cause}
}

// As returns err as a catalogue error; an error nobody declared is Internal.
func As(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	var d *Def
	if errors.As(err, &d) {
		return d.New("")
	}
	return Internal.Wrap(err, "")
}

// Fields gathers the errors of a form, so that a person sees all of them at once.
type Fields []Field

// Add records a field at fault; params come as key, value, key, value.
func (f *Fields) Add(pointer, code string, params ...any) {
	field := Field{Pointer: pointer, Code: code}
	for i := 0; i+1 < len(params); i += 2 {
		if field.Params == nil {
			field.Params = map[string]any{}
		}
		field.Params[params[i].(string)] = params[i+1]
	}
	*f = append(*f, field)
}

// InOrder sorts by what is pointed at: what is gathered of a map is answered the same
// each time.
func (f Fields) InOrder() Fields {
	return slices.SortedStableFunc(slices.Values(f), func(x, y Field) int { return cmp.Compare(x.Pointer, y.Pointer) })
}

// Err returns nil, or Invalid with every field at fault.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Def: Invalid, Fields: f}
}
