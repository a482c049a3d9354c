package serve

import (
	"net"
	"net/netip"
	"testing"

	"github.com/valyala/fasthttp"
)

func TestOnlyALoadBalancerSaysWhoVisits(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd00::/8")}
	for _, x := range []struct{ peer, forwarded, want string }{
		{"10.1.2.3", "197.232.1.1", "197.232.1.1"},
		{"10.1.2.3", "8.8.8.8, 197.232.1.1, 10.1.9.9", "197.232.1.1"}, // the first is what the visitor claims
		{"10.1.2.3", "2001:db8::1", "2001:db8::1"},
		{"fd00::7", "197.232.1.1", "197.232.1.1"},
		{"::ffff:10.1.2.3", "197.232.1.1", "197.232.1.1"},
		{"197.232.1.1", "8.8.8.8", "197.232.1.1"},
		{"10.1.2.3", "", "10.1.2.3"},
		{"10.1.2.3", "10.1.4.4", "10.1.2.3"},
		{"10.1.2.3", "197.232.1.1, nonsense", "10.1.2.3"},
	} {
		var got string
		var req fasthttp.Request
		if x.forwarded != "" {
			req.Header.Set("X-Forwarded-For", x.forwarded)
		}
		var c fasthttp.RequestCtx
		c.Init(&req, &net.TCPAddr{IP: net.ParseIP(x.peer), Port: 1}, nil)
		Behind(proxies, func(c *fasthttp.RequestCtx) { got = c.RemoteIP().String() })(&c)
		if got != x.want {
			t.Errorf("from %s with %q: %s, want %s", x.peer, x.forwarded, got, x.want)
		}
	}
}
