package serve

import (
	"net"
	"net/netip"
	"strings"

	"github.com/valyala/fasthttp"
)

// Behind lets next see the visitor's address where the platform stands behind
// load balancers: the last of X-Forwarded-For that none of them is. Anybody can
// write that header, so it is read only where the connection comes from one.
func Behind(proxies []netip.Prefix, next fasthttp.RequestHandler) fasthttp.RequestHandler {
	if len(proxies) == 0 {
		return next
	}
	return func(c *fasthttp.RequestCtx) {
		if ip, ok := visitor(proxies, c.RemoteIP(), string(c.Request.Header.Peek(fasthttp.HeaderXForwardedFor))); ok {
			c.SetRemoteAddr(&net.TCPAddr{IP: ip})
		}
		next(c)
	}
}

func visitor(proxies []netip.Prefix, peer net.IP, forwarded string) (net.IP, bool) {
	trusted := func(ip netip.Addr) bool {
		for _, p := range proxies {
			if p.Contains(ip) {
				return true
			}
		}
		return false
	}
	if from, ok := netip.AddrFromSlice(peer); !ok || !trusted(from.Unmap()) {
		return nil, false
	}
	hops := strings.Split(forwarded, ",")
	for i := len(hops) - 1; i >= 0; i-- {
		ip, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			return nil, false
		}
		if ip = ip.Unmap(); !trusted(ip) {
			return net.IP(ip.AsSlice()), true
		}
	}
	return nil, false
}
