package httpkit

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Incoming is a request as it came, for an operation that others call in a form of
// their own. Embed it in the operation's input.
type Incoming struct {
	Header map[string][]string // by lower case names
	Query  url.Values
}

// Resolve reads it; Huma calls it.
func (in *Incoming) Resolve(ctx huma.Context) []error {
	in.Header = map[string][]string{}
	ctx.EachHeader(func(name, value string) {
		name = strings.ToLower(name)
		in.Header[name] = append(in.Header[name], value)
	})
	u := ctx.URL()
	in.Query = u.Query()
	return nil
}

// Raw is an answer in a form of the caller's own.
type Raw struct {
	Type string `header:"Content-Type"`
	Body func(huma.Context)
}

// An Onward is data as they are, or a way on for a browser that came with a form.
type Onward struct {
	Location string `header:"Location"`
	Type     string `header:"Content-Type"`
	Body     func(huma.Context)
}

// SayOnward answers data as they are, where a browser might have been sent on.
func SayOnward(media string, data []byte) *Onward {
	r := Say(media, data)
	return &Onward{Type: r.Type, Body: r.Body}
}

// SeeOther sends a browser on.
func SeeOther(to string) *Onward {
	return &Onward{Location: to, Body: func(ctx huma.Context) { ctx.SetStatus(http.StatusSeeOther) }}
}

// Say answers data as they are.
func Say(media string, data []byte) *Raw {
	if media == "" {
		media = "text/plain; charset=utf-8"
	}
	return &Raw{media, func(ctx huma.Context) { _, _ = ctx.BodyWriter().Write(data) }}
}
