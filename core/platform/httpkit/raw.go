package httpkit

import (
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

// Say answers data as they are.
func Say(media string, data []byte) *Raw {
	if media == "" {
		media = "text/plain; charset=utf-8"
	}
	return &Raw{media, func(ctx huma.Context) { _, _ = ctx.BodyWriter().Write(data) }}
}
