package serve

import (
	"fmt"
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

// told says of one what this machine may hear.
func told(t crew.Trouble) string {
	since := t.Since.UTC().Format(time.DateTime)
	if t.Stalled {
		return fmt.Sprintf("%s, standing still since %s", t.Name, since)
	}
	return fmt.Sprintf("%s, %d failures since %s", t.Name, t.Failures, since)
}

// Healthy answers the two paths of health and leaves the others to next, but for
// changes while the disk has no room for them; bodies are the operations that take
// files. A process lives though some of its work fails; one that does nothing else
// is not ready then. What is wrong is told on this machine only.
func (h *House) Healthy(next fasthttp.RequestHandler, bodies ...httpkit.LargeBody) fasthttp.RequestHandler {
	large := limits(bodies)
	return func(c *fasthttp.RequestCtx) {
		switch string(c.Path()) {
		case Healthz:
			c.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
			c.SetBodyString("ok\n")
			if !inside(c) {
				return
			}
			for _, t := range h.unwell() {
				fmt.Fprintf(c, "%s%s\n", NotWell, told(t))
			}
			if d := h.disk.State(); d.Low {
				fmt.Fprintf(c, "%sdisk, %d of %d MiB are free\n", NotWell, d.Free>>20, d.Total>>20)
			}
		case Readyz:
			h.answerReady(c)
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

func nothing(c *fasthttp.RequestCtx) { problem(c, fasthttp.StatusNotFound, "not_found", "Not found") }
