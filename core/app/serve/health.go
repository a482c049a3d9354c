package serve

import (
	"context"
	"time"

	"github.com/valyala/fasthttp"
)

// Where a load balancer asks: whether the process lives, and whether it can work now.
const (
	Healthz = "/healthz"
	Readyz  = "/readyz"

	readyTime = 2 * time.Second
)

// Healthy answers the two paths of health and leaves the others to next.
func (h *House) Healthy(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		switch string(c.Path()) {
		case Healthz:
			c.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
			c.SetBodyString("ok\n")
		case Readyz:
			h.ready(c)
		default:
			next(c)
		}
	}
}

// ready tells no stranger more than which of the two is not there.
func (h *House) ready(c *fasthttp.RequestCtx) {
	c.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	ctx, cancel := context.WithTimeout(context.Background(), readyTime)
	defer cancel()
	switch {
	case h.DB.App.Ping(ctx) != nil:
		problem(c, fasthttp.StatusServiceUnavailable, "unavailable", "The database does not answer")
	case h.Bus.Ready() != nil:
		problem(c, fasthttp.StatusServiceUnavailable, "unavailable", "The message bus does not answer")
	default:
		c.SetBodyString("ok\n")
	}
}

func nothing(c *fasthttp.RequestCtx) { problem(c, fasthttp.StatusNotFound, "not_found", "Not found") }
