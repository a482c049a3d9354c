package identity

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
)

const issuer = "zabuni"

// Claims are what a token says. Privileges are for display only: the server
// reads them from the database.
type Claims struct {
	jwt.RegisteredClaims
	Session     uuid.UUID       `json:"sid"`
	UserType    access.UserType `json:"user_type"`
	TwoFA       bool            `json:"two_fa"`
	Permissions []string        `json:"permissions,omitempty"`
	// Fingerprint is the SHA-256 of the HttpOnly half; empty for a program's token.
	Fingerprint string `json:"fp,omitempty"`
	// Act names who really acts while an operator looks at a customer's console (RFC 8693).
	Act *Acting `json:"act,omitempty"`
}

// Acting is the acting party of a token.
type Acting struct {
	Subject uuid.UUID `json:"sub"`
}

// Tokens signs and verifies access tokens. Only BFFs hold the private half.
type Tokens struct {
	private      ed25519.PrivateKey
	public       ed25519.PublicKey
	halves       []byte      // key of Successor
	parser, late *jwt.Parser // late asks everything but the time
}

// NewTokens returns Tokens over one Ed25519 key. now is the platform's clock.
func NewTokens(private ed25519.PrivateKey, now func() time.Time) *Tokens {
	reads := func(now func() time.Time) *jwt.Parser {
		return jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer),
			jwt.WithExpirationRequired(), jwt.WithTimeFunc(now))
	}
	halves, err := hkdf.Key(sha256.New, private.Seed(), nil, "zabuni: halves of sessions", sha256.Size)
	if err != nil {
		panic(err) // only for a length that no hash can give
	}
	return &Tokens{private, private.Public().(ed25519.PublicKey), halves, reads(now), reads(func() time.Time { return time.Unix(0, 0) })}
}

// Fingerprint binds a token to the HttpOnly half of its session.
func Fingerprint(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Successor is the HttpOnly half that follows another one in a session: the same each
// time it is asked, so that a renewal whose answer was lost can be answered again, and
// known to nobody who lacks the key (HMAC-SHA-256, RFC 2104, under a key by RFC 5869).
func (t *Tokens) Successor(session uuid.UUID, half string) string {
	mac := hmac.New(sha256.New, t.halves)
	mac.Write(session[:])
	mac.Write([]byte(half))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Sign makes a token; its audience follows the user's type, whichever BFF answered.
func (t *Tokens) Sign(c Claims, user uuid.UUID, now time.Time) (string, error) {
	c.RegisteredClaims = jwt.RegisteredClaims{
		Issuer: issuer, Audience: jwt.ClaimStrings{string(c.UserType)}, Subject: user.String(),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessTTL)),
	}
	return jwt.NewWithClaims(jwt.SigningMethodEdDSA, c).SignedString(t.private)
}

// Verify reads a token. For a good token that is late it raises TokenExpired and says
// all the same whose it is, so that a session is renewed by it; BadCredentials never:
// what is wrong stays vague.
func (t *Tokens) Verify(raw string) (Claims, uuid.UUID, error) {
	c, user, err := t.read(t.parser, raw)
	if !errors.Is(err, jwt.ErrTokenExpired) {
		return c, user, err
	}
	late := TokenExpired.Wrap(err, "token is late")
	if c, user, err = t.read(t.late, raw); err != nil {
		return c, user, err
	}
	return c, user, late
}

func (t *Tokens) read(p *jwt.Parser, raw string) (Claims, uuid.UUID, error) {
	var c Claims
	if _, err := p.ParseWithClaims(raw, &c, func(*jwt.Token) (any, error) { return t.public, nil }); err != nil {
		return Claims{}, uuid.Nil, err
	}
	user, err := uuid.Parse(c.Subject)
	if err != nil || len(c.Audience) != 1 || c.Audience[0] != string(c.UserType) {
		return Claims{}, uuid.Nil, errors.New("token names no user")
	}
	return c, user, nil
}
