package httpkit

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// Problem is RFC 9457 plus the catalogue's code, its parameters and the fields at fault.
type Problem struct {
	Type   string         `json:"type" example:"urn:zabuni:problem:sourcing.code_taken"`
	Title  string         `json:"title"`
	Status int            `json:"status"`
	Detail string         `json:"detail,omitempty"`
	Code   string         `json:"code" example:"sourcing.code_taken"`
	Params map[string]any `json:"params,omitempty" doc:"Values that the translated text may name"`
	Errors []fault.Field  `json:"errors,omitempty"`
}

func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// GetStatus tells Huma the status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType tells Huma the media type.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

var statusOf = map[fault.Kind]int{
	fault.KindInternal:        http.StatusInternalServerError,
	fault.KindInvalid:         http.StatusUnprocessableEntity,
	fault.KindUnauthenticated: http.StatusUnauthorized,
	fault.KindForbidden:       http.StatusForbidden,
	fault.KindNotFound:        http.StatusNotFound,
	fault.KindConflict:        http.StatusConflict,
	fault.KindPrecondition:    http.StatusPreconditionFailed,
	fault.KindTooMany:         http.StatusTooManyRequests,
	fault.KindTooLarge:        http.StatusRequestEntityTooLarge,
	fault.KindUnsupported:     http.StatusUnsupportedMediaType,
	fault.KindUnavailable:     http.StatusServiceUnavailable,
}

// GetHeaders tells Huma, and so whoever asked too often, when to come again.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if wait, ok := p.Params["retry_after"]; ok {
		h.Set("Retry-After", fmt.Sprint(wait))
	}
	return h
}

// ProblemOf is the only place where an error becomes a response. What nobody
// declared tells the caller nothing but that it happened.
func ProblemOf(err error) *Problem {
	if p, ok := err.(*Problem); ok {
		return p
	}
	e := fault.As(err)
	if e.Kind == fault.KindInternal && pg.Lost(err) {
		e = fault.Unavailable.Wrap(err, "")
	}
	p := &Problem{Type: "urn:zabuni:problem:" + e.Code, Title: e.Title, Status: statusOf[e.Kind], Code: e.Code}
	if e.Kind != fault.KindInternal {
		p.Detail, p.Params, p.Errors = e.Detail, e.Params, e.Fields
	}
	return p
}

// schemaCodes tells, by the first words of Huma's validation messages, which
// field code they mean. The submitted value that Huma would echo is dropped.
var schemaCodes = []struct{ prefix, code string }{
	{"expected required property", fault.Required},
	{"required", fault.Required},
	{"expected length >=", fault.TooShort},
	{"expected length <=", fault.TooLong},
	{"expected array length >=", fault.TooShort},
	{"expected array length <=", fault.TooLong},
	{"expected number >=", fault.OutOfRange},
	{"expected number <=", fault.OutOfRange},
	{"expected value to be one of", fault.NotAllowed},
	{"unexpected property", fault.NotAllowed},
}

func schemaField(d *huma.ErrorDetail) fault.Field {
	f := fault.Field{Code: fault.BadFormat}
	message := d.Message
	for _, c := range schemaCodes {
		if strings.HasPrefix(message, c.prefix) {
			f.Code = c.code
			break
		}
	}
	path := strings.TrimPrefix(strings.TrimPrefix(d.Location, "body"), ".")
	if f.Code == fault.Required {
		if name, ok := strings.CutPrefix(message, "expected required property "); ok {
			name, _, _ = strings.Cut(name, " ")
			if path != "" {
				path += "."
			}
			path += name
		}
	}
	if fields := strings.Fields(message); f.Code == fault.TooShort || f.Code == fault.TooLong || f.Code == fault.OutOfRange {
		key := map[string]string{fault.TooShort: "min", fault.TooLong: "max"}[f.Code]
		if key == "" {
			key = "min"
			if strings.Contains(message, "<=") {
				key = "max"
			}
		}
		f.Params = map[string]any{key: fields[len(fields)-1]}
	}
	f.Pointer = "/" + strings.NewReplacer(".", "/", "[", "/", "]", "").Replace(path)
	return f
}

func init() {
	huma.DefaultArrayNullable = false
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		for _, err := range errs {
			if _, ok := err.(huma.ErrorDetailer); !ok {
				return ProblemOf(err)
			}
		}
		def := fault.Invalid
		switch {
		case status >= http.StatusInternalServerError:
			def = fault.Internal
		case status == http.StatusRequestEntityTooLarge:
			def, msg = fault.TooLarge, "" // Huma's limit is one more than ours
		case status == http.StatusNotFound:
			def = fault.NotFound
		}
		p := ProblemOf(def.New("%s", msg))
		p.Status = status
		for _, err := range errs {
			p.Errors = append(p.Errors, schemaField(err.(huma.ErrorDetailer).ErrorDetail()))
		}
		return p
	}
}
