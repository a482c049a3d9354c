package httpkit

import (
	"context"
	"time"

	"github.com/gofiber/fiber/v3"
)

// Cookies says how the session's halves travel. The __Host- prefix binds them
// to this very origin and needs Secure, which browsers grant to loopback.
type Cookies struct {
	// Insecure drops the prefix and Secure, for a LAN address over plain http.
	Insecure bool
}

func (k Cookies) names() (token, secret string) {
	if k.Insecure {
		return "zabuni_token", "zabuni_sid"
	}
	return "__Host-zabuni_token", "__Host-zabuni_sid"
}

func (k Cookies) secret(c fiber.Ctx) string {
	_, name := k.names()
	return c.Cookies(name)
}

// SetSession sends both halves and the cookie by which the front door picks the
// app. A zero expiry lets them end with the browser.
func SetSession(ctx context.Context, k Cookies, app, token, secret string, expires time.Time) {
	c := From(ctx).ctx
	tokenName, secretName := k.names()
	for _, cookie := range []*fiber.Cookie{
		{Name: tokenName, Value: token, SameSite: "Strict"},
		{Name: secretName, Value: secret, SameSite: "Strict", HTTPOnly: true},
		{Name: "zabuni_app", Value: app, SameSite: "Lax"},
	} {
		cookie.Path, cookie.Secure, cookie.Expires = "/", !k.Insecure, expires
		c.Cookie(cookie)
	}
}

func (k Cookies) deviceName() string {
	if k.Insecure {
		return "zabuni_device"
	}
	return "__Host-zabuni_device"
}

func (k Cookies) device(c fiber.Ctx) string { return c.Cookies(k.deviceName()) }

// SetDevice lets a browser be known at its next sign-in.
func SetDevice(ctx context.Context, k Cookies, secret string, expires time.Time) {
	From(ctx).ctx.Cookie(&fiber.Cookie{Name: k.deviceName(), Value: secret, Path: "/", Secure: !k.Insecure, SameSite: "Strict", HTTPOnly: true, Expires: expires})
}

// ClearSession makes the browser forget both halves and what the apps stored. The
// cookies go by name: the one by which the device is known has to stay, or whoever
// guesses passwords could lock its owner out. keep spares the storage of a device
// that holds work not yet sent.
func ClearSession(ctx context.Context, k Cookies, keep bool) {
	c := From(ctx).ctx
	if !keep {
		c.Set("Clear-Site-Data", `"storage"`)
	}
	tokenName, secretName := k.names()
	for _, name := range []string{tokenName, secretName} {
		c.Cookie(&fiber.Cookie{Name: name, Path: "/", Secure: !k.Insecure, SameSite: "Strict", HTTPOnly: name == secretName, Expires: time.Unix(1, 0)})
	}
}
