package frontdoor

import (
	"strings"

	"github.com/valyala/fasthttp"
)

// headers are what tells a browser how little an answer may do.
type headers struct {
	policy string
	of     map[string]string // policies of pages of their own, by path
	https  bool
}

// newHeaders writes the content security policy of the design: only our own
// files, no inline script, no frame around us, no address made into a script
// except by the two rules that are named.
func newHeaders(c Config) headers {
	h := headers{https: c.HTTPS, policy: policy(nil), of: map[string]string{}}
	for path, to := range c.FormAction {
		h.of[path] = policy(to)
	}
	return h
}

func policy(formAction []string) string {
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"style-src-attr 'unsafe-inline'", // positions that a library computes
		"img-src 'self' data: blob:",
		"connect-src 'self'",
		"font-src 'self'",
		"worker-src 'self'",
		"manifest-src 'self'",
		"base-uri 'none'",
		"object-src 'none'",
		"frame-ancestors 'none'",
		strings.Join(append([]string{"form-action 'self'"}, formAction...), " "),
		"require-trusted-types-for 'script'",
		"trusted-types zabuni dompurify",
	}, "; ")
}

// every answer, whoever made it; what a handler set itself stands.
func (h headers) every(ctx *fasthttp.RequestCtx) {
	set := func(name, value string) {
		if len(ctx.Response.Header.Peek(name)) == 0 {
			ctx.Response.Header.Set(name, value)
		}
	}
	set("X-Content-Type-Options", "nosniff")
	set("Referrer-Policy", "no-referrer")
	set("Cross-Origin-Resource-Policy", "same-origin")
	if h.https {
		set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// page is for documents, before their body.
func (h headers) page(ctx *fasthttp.RequestCtx) {
	r := &ctx.Response.Header
	policy, own := h.of[string(ctx.Path())]
	if !own {
		policy = h.policy
	}
	r.Set("Content-Security-Policy", policy)
	r.Set("Cross-Origin-Opener-Policy", "same-origin")
	r.Set("Permissions-Policy", "camera=(), geolocation=(self), microphone=(), payment=(), usb=()")
}
