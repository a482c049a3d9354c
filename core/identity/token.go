package identity

import (
	"crypto/ed25519"
	"crypto/sha256"
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
	private ed25519.PrivateKey
	public  ed25519.PublicKey
	parser  *jwt.Parser
}

// NewTokens returns Tokens over one Ed25519 key. now is the platform's clock.
func NewTokens(private ed25519.PrivateKey, now func() time.Time) *Tokens {
	return &Tokens{private, private.Public().(ed25519.PublicKey), jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(now))}
}

// Fingerprint binds a token to the HttpOnly half of its session.
func Fingerprint(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Sign makes a token; its audience follows the user's type, whichever BFF answered.
func (t *Tokens) Sign(c Claims, user uuid.UUID, now time.Time) (string, error) {
	c.RegisteredClaims = jwt.RegisteredClaims{
		Issuer: issuer, Audience: jwt.ClaimStrings{string(c.UserType)}, Subject: user.String(),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessTTL)),
	}
	return jwt.NewWithClaims(jwt.SigningMethodEdDSA, c).SignedString(t.private)
}

// Verify reads a token. It raises TokenExpired for a good token that is late,
// so that a client renews, and BadCredentials never: what is wrong stays vague.
func (t *Tokens) Verify(raw string) (Claims, uuid.UUID, error) {
	var c Claims
	_, err := t.parser.ParseWithClaims(raw, &c, func(*jwt.Token) (any, error) { return t.public, nil })
	if errors.Is(err, jwt.ErrTokenExpired) && !errors.Is(err, jwt.ErrTokenSignatureInvalid) {
		return Claims{}, uuid.Nil, TokenExpired.Wrap(err, "token is late")
	}
	if err != nil {
		return Claims{}, uuid.Nil, err
	}
	user, err := uuid.Parse(c.Subject)
	if err != nil || len(c.Audience) != 1 || c.Audience[0] != string(c.UserType) {
		return Claims{}, uuid.Nil, errors.New("token names no user")
	}
	return c, user, nil
}
