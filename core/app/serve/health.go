package serve

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/crew"
	"zabuni.org/core/platform/httpkit"
)

// Where a load balancer asks: whether the process lives, and whether it can work now.
const (
	Healthz = "/healthz"
	Readyz  = "/readyz"

	readyTime = 2 * time.Second

	// NotWell begins the lines of Healthz that name work that fails.
	NotWell = "not well: "
)

// unwell is the work of this process that fails. What lives with it is told by
// name; why, its log tells.
func (h *House) unwell() []crew.Trouble {
	c := h.crew.Load()
	if c == nil {
		return nil
	}
	return c.Unwell()
}

// Healthy answers the two paths of health and leaves the others to next, but for
// changes while the disk has no room for them; bodies are the operations that take
// files. A process lives though some of its work fails; one that does nothing else
// is not ready then.
func (h *House) Healthy(next fasthttp.RequestHandler, bodies ...httpkit.LargeBody) fasthttp.RequestHandler {
	large := limits(bodies)
	return func(c *fasthttp.RequestCtx) {
		switch string(c.Path()) {
		case Healthz:
			c.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
			c.SetBodyString("ok\n")
			for _, t := range h.unwell() {
				fmt.Fprintf(c, "%s%s, %d failures since %s\n", NotWell, t.Name, t.Failures, t.Since.UTC().Format(time.DateTime))
			}
			if d := h.disk.State(); d.Low {
				fmt.Fprintf(c, "%sdisk, %d of %d MiB are free\n", NotWell, d.Free>>20, d.Total>>20)
			}
		case Readyz:
			h.ready(c)
		default:
			if err := h.refused(&c.Request.Header, large); err != nil {
				problem(c, fasthttp.StatusServiceUnavailable, err.Code, err.Title)
				return
			}
			next(c)
		}
	}
}

// refused says why a request cannot be taken now; nil where it can.
func (h *House) refused(r *fasthttp.RequestHeader, large limits) *fault.Error {
	if r.IsGet() || r.IsHead() || r.IsOptions() {
		return nil
	}
	if err := h.disk.Take(large.max(r) > httpkit.SmallBody); err != nil {
		return fault.As(err)
	}
	return nil
}

// ready tells no stranger more than the name of what is not there.
func (h *House) ready(c *fasthttp.RequestCtx) {
	c.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	ctx, cancel := context.WithTimeout(context.Background(), readyTime)
	defer cancel()
	var names []string
	if h.part.Works {
		for _, t := range h.unwell() {
			names = append(names, t.Name)
		}
	}
	switch {
	case h.DB.App.Ping(ctx) != nil:
		problem(c, fasthttp.StatusServiceUnavailable, "unavailable", "The database does not answer")
	case h.Bus.Ready() != nil:
		problem(c, fasthttp.StatusServiceUnavailable, "unavailable", "The message bus does not answer")
	case h.disk.State().Full:
		problem(c, fasthttp.StatusServiceUnavailable, "unavailable", "The disk is full")
	case len(names) > 0:
		problem(c, fasthttp.StatusServiceUnavailable, "unavailable", "Not well: "+strings.Join(names, ", "))
	default:
		c.SetBodyString("ok\n")
	}
}

func nothing(c *fasthttp.RequestCtx) { problem(c, fasthttp.StatusNotFound, "not_found", "Not found") }
