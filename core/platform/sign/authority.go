// Package sign puts people's signatures into PDFs that the platform has made, and says whether
// those in one are good. Each act has a certificate of its own from the installation's authority:
// its key lives for one signature, so nothing of a person is kept or can be lost. When it was made
// says an RFC 3161 token inside it. It is an electronic signature, not a qualified one.
package sign

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"io"
	"math/big"
	"time"

	"github.com/digitorus/timestamp"
)

// Errors of this package; they are wrapped with what was wrong.
var (
	// ErrForm says that a file is not of the form that the platform writes.
	ErrForm = errors.New("sign: not a PDF of ours")
	// ErrInvalid says that a signature does not hold.
	ErrInvalid = errors.New("sign: a signature does not hold")
	// ErrTime says that nobody could say when: no signature is made without it.
	ErrTime = errors.New("sign: the time service gave no token")
)

// An Authority signs for people, each time with a key of that moment.
type Authority struct {
	root *x509.Certificate
	key  crypto.Signer
	time Stamper
	also *x509.Certificate // the root of another time service
}

// A Stamper says when something was there: it returns a token of RFC 3161 over a SHA-256.
type Stamper interface {
	Stamp(ctx context.Context, sum []byte, now time.Time) ([]byte, error)
}

// Both of an installation's certificates follow from its keys alone, so that there is nothing but
// keys to be backed up.
var (
	begins = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	ends   = time.Date(2090, 1, 1, 0, 0, 0, 0, time.UTC)
)

// life is how long the certificate of one act is good: its token lies within.
const life = time.Hour

// steady signs the same with the same bytes.
type steady struct{ *ecdsa.PrivateKey }

// Sign implements crypto.Signer.
func (k steady) Sign(_ io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	return k.PrivateKey.Sign(nil, digest, opts)
}

// keyOf derives a key of P-256 from 32 bytes that are kept.
func keyOf(seed []byte, purpose string) (steady, error) {
	if len(seed) != 32 {
		return steady{}, errors.New("sign: a key has 32 bytes")
	}
	for i := byte(0); ; i++ { // a number above the group's order is about as likely as a broken hash
		mac := hmac.New(sha256.New, seed)
		mac.Write([]byte{i})
		mac.Write([]byte(purpose))
		if k, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), mac.Sum(nil)); err == nil {
			return steady{k}, nil
		}
	}
}

func serial(key []byte, purpose string) *big.Int {
	sum := sha256.Sum256(append([]byte(purpose), key...))
	return new(big.Int).SetBytes(sum[:16])
}

var stamping = pkix.Extension{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: true, Value: must(asn1.Marshal([]asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}}))}

// NewAuthority makes the authority of an installation out of the keys that it keeps. Without
// another time service its own says when.
func NewAuthority(ca, tsa []byte) (*Authority, error) {
	root, err := keyOf(ca, "zabuni/sign/ca")
	if err != nil {
		return nil, err
	}
	clock, err := keyOf(tsa, "zabuni/sign/tsa")
	if err != nil {
		return nil, err
	}
	public, err := root.PublicKey.Bytes()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(public)
	name := pkix.Name{Organization: []string{"Zabuni"}, CommonName: "Zabuni signatures " + hex.EncodeToString(sum[:4])}
	cert, err := issue(&x509.Certificate{
		SerialNumber:          serial(public, "ca"),
		Subject:               name,
		NotBefore:             begins,
		NotAfter:              ends,
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}, nil, root.Public(), root)
	if err != nil {
		return nil, err
	}
	public, err = clock.PublicKey.Bytes()
	if err != nil {
		return nil, err
	}
	name.CommonName = "Zabuni time " + hex.EncodeToString(sum[:4])
	timer, err := issue(&x509.Certificate{
		SerialNumber:          serial(public, "tsa"),
		Subject:               name,
		NotBefore:             begins,
		NotAfter:              ends,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageDigitalSignature,
		ExtraExtensions:       []pkix.Extension{stamping},
	}, cert, clock.Public(), root)
	if err != nil {
		return nil, err
	}
	return &Authority{root: cert, key: root, time: own{timer, clock}}, nil
}

// With returns the authority with another time service, whose tokens lead to root.
func (a *Authority) With(s Stamper, root *x509.Certificate) *Authority {
	return &Authority{root: a.root, key: a.key, time: s, also: root}
}

// Roots are the certificates that its signatures and its tokens lead to.
func (a *Authority) Roots() []*x509.Certificate {
	if a.also == nil {
		return []*x509.Certificate{a.root}
	}
	return []*x509.Certificate{a.root, a.also}
}

func issue(t, parent *x509.Certificate, public crypto.PublicKey, by crypto.Signer) (*x509.Certificate, error) {
	if parent == nil {
		parent = t
	}
	der, err := x509.CreateCertificate(rand.Reader, t, parent, public, by)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

// of makes a key and its certificate for one act.
func (a *Authority) of(act Act) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	number := make([]byte, 16)
	if _, err := rand.Read(number); err != nil {
		return nil, nil, err
	}
	subject := pkix.Name{CommonName: short(act.Name)}
	if act.Company != "" {
		subject.Organization = []string{short(act.Company)}
	}
	cert, err := issue(&x509.Certificate{
		SerialNumber:          new(big.Int).SetBytes(number),
		Subject:               subject,
		NotBefore:             act.At.Add(-time.Minute),
		NotAfter:              act.At.Add(life),
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageEmailProtection},
	}, a.root, key.Public(), a.key)
	return cert, key, err
}

// short keeps within what certificates allow of a name; the whole one stands in the PDF.
func short(s string) string {
	r := []rune(s)
	return string(r[:min(len(r), 64)])
}

// own is the installation's own time service.
type own struct {
	cert *x509.Certificate
	key  crypto.Signer
}

// Stamp implements Stamper.
func (o own) Stamp(_ context.Context, sum []byte, now time.Time) ([]byte, error) {
	number := make([]byte, 16)
	if _, err := rand.Read(number); err != nil {
		return nil, err
	}
	t := timestamp.Timestamp{
		HashAlgorithm:     crypto.SHA256,
		HashedMessage:     sum,
		Time:              now.UTC(),
		Accuracy:          time.Second,
		SerialNumber:      new(big.Int).SetBytes(number),
		Policy:            asn1.ObjectIdentifier{0, 4, 0, 2023, 1, 1}, // the baseline policy of ETSI EN 319 421
		AddTSACertificate: true,
	}
	answer, err := t.CreateResponseWithOpts(o.cert, o.key, crypto.SHA256)
	if err != nil {
		return nil, err
	}
	got, err := timestamp.ParseResponse(answer)
	if err != nil {
		return nil, err
	}
	return got.RawToken, nil
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
