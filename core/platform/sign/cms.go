package sign

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"time"
)

var (
	oidData    = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 1}
	oidSigned  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	oidContent = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 3}
	oidDigest  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 4}
	oidCertV2  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}
	oidToken   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 14}
	oidTSTInfo = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 1, 4}
	oidSHA256  = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}
	oidECDSA   = asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}
)

type (
	attribute struct {
		Type   asn1.ObjectIdentifier
		Values []asn1.RawValue `asn1:"set"`
	}
	issuerSerial struct {
		Issuer asn1.RawValue
		Serial *big.Int
	}
	signerInfo struct {
		Version       int
		SID           issuerSerial
		DigestAlg     pkix.AlgorithmIdentifier
		SignedAttrs   asn1.RawValue
		SigAlg        pkix.AlgorithmIdentifier
		Signature     []byte
		UnsignedAttrs asn1.RawValue `asn1:"optional"`
	}
	encapsulated struct {
		Type    asn1.ObjectIdentifier
		Content asn1.RawValue `asn1:"optional"`
	}
	signedData struct {
		Version    int
		DigestAlgs []pkix.AlgorithmIdentifier `asn1:"set"`
		Encap      encapsulated
		Certs      asn1.RawValue
		Signers    []signerInfo `asn1:"set"`
	}
	contentInfo struct {
		Type    asn1.ObjectIdentifier
		Content asn1.RawValue
	}
	essCertID   struct{ Hash []byte }
	signingCert struct{ Certs []essCertID }
)

func encoded(oid asn1.ObjectIdentifier, value any) []byte {
	return must(asn1.Marshal(attribute{oid, []asn1.RawValue{{FullBytes: must(asn1.Marshal(value))}}}))
}

// asSet is what a signature is over: the attributes as a SET.
func asSet(attrs []byte) []byte {
	return must(asn1.Marshal(asn1.RawValue{Tag: asn1.TagSet, IsCompound: true, Bytes: attrs}))
}

func tagged(tag int, b []byte) asn1.RawValue {
	return asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: tag, IsCompound: true, Bytes: b}
}

// under says that a value stands under a tag of its context, in the form that holds others.
func under(v asn1.RawValue, tag int) bool {
	return v.Class == asn1.ClassContextSpecific && v.Tag == tag && v.IsCompound
}

// message is the CMS of a detached signature in the baseline of CAdES: the time of signing is
// what its token says and nothing else (EN 319 142-1, 6.3).
func (a *Authority) message(ctx context.Context, digest []byte, act Act) ([]byte, error) {
	leaf, key, err := a.of(act)
	if err != nil {
		return nil, err
	}
	of := sha256.Sum256(leaf.Raw)
	attrs := [][]byte{encoded(oidContent, oidData), encoded(oidDigest, digest), encoded(oidCertV2, signingCert{[]essCertID{{of[:]}}})}
	slices.SortFunc(attrs, bytes.Compare)
	body := bytes.Join(attrs, nil)
	sum := sha256.Sum256(asSet(body))
	signature, err := key.Sign(rand.Reader, sum[:], crypto.SHA256)
	if err != nil {
		return nil, err
	}
	sum = sha256.Sum256(signature)
	token, err := a.time.Stamp(ctx, sum[:], act.At)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTime, err)
	}
	info := signerInfo{
		Version:       1,
		SID:           issuerSerial{asn1.RawValue{FullBytes: leaf.RawIssuer}, leaf.SerialNumber},
		DigestAlg:     pkix.AlgorithmIdentifier{Algorithm: oidSHA256},
		SignedAttrs:   tagged(0, body),
		SigAlg:        pkix.AlgorithmIdentifier{Algorithm: oidECDSA},
		Signature:     signature,
		UnsignedAttrs: tagged(1, must(asn1.Marshal(attribute{oidToken, []asn1.RawValue{{FullBytes: token}}}))),
	}
	inner, err := asn1.Marshal(signedData{
		Version:    1,
		DigestAlgs: []pkix.AlgorithmIdentifier{{Algorithm: oidSHA256}},
		Encap:      encapsulated{Type: oidData},
		Certs:      tagged(0, slices.Concat(leaf.Raw, a.root.Raw)),
		Signers:    []signerInfo{info},
	})
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(contentInfo{oidSigned, tagged(0, inner)})
}

// whole reads all of b into v: what DER does not say in its one form is refused, so that no byte
// of a message can be changed unseen.
func whole(b []byte, v any) error {
	rest, err := asn1.Unmarshal(b, v)
	if err != nil || len(rest) > 0 {
		return fmt.Errorf("%w: encoding", ErrInvalid)
	}
	again, err := asn1.Marshal(reflect.ValueOf(v).Elem().Interface())
	if err != nil || !bytes.Equal(again, b) { // the reader passes over what stands behind the last member
		return fmt.Errorf("%w: more than it should say", ErrInvalid)
	}
	return nil
}

// read takes a message apart and proves its signature over what it encloses, or over digest.
func read(der, digest []byte, kind asn1.ObjectIdentifier) (signed, error) {
	var (
		outer contentInfo
		d     signedData
		out   signed
	)
	if err := whole(der, &outer); err != nil {
		return out, err
	}
	if !outer.Type.Equal(oidSigned) || !under(outer.Content, 0) {
		return out, fmt.Errorf("%w: no signed data", ErrInvalid)
	}
	if err := whole(outer.Content.Bytes, &d); err != nil {
		return out, err
	}
	version := 1
	if kind.Equal(oidTSTInfo) {
		version = 3
	}
	switch {
	case d.Version != version || len(d.DigestAlgs) != 1 || len(d.Signers) != 1 || !d.Encap.Type.Equal(kind):
		return out, fmt.Errorf("%w: form", ErrInvalid)
	case !under(d.Certs, 0):
		return out, fmt.Errorf("%w: no certificates", ErrInvalid)
	}
	info := d.Signers[0]
	hash, err := hashOf(d.DigestAlgs[0])
	if err != nil {
		return out, err
	}
	if same, err := hashOf(info.DigestAlg); err != nil || same != hash || info.Version != 1 || !under(info.SignedAttrs, 0) {
		return out, fmt.Errorf("%w: form", ErrInvalid)
	}
	if kind.Equal(oidTSTInfo) {
		var content []byte
		if !under(d.Encap.Content, 0) {
			return out, fmt.Errorf("%w: no content", ErrInvalid)
		}
		if err := whole(d.Encap.Content.Bytes, &content); err != nil {
			return out, err
		}
		h := hash.New()
		h.Write(content)
		digest, out.content = h.Sum(nil), content
	} else if len(d.Encap.Content.FullBytes) > 0 {
		return out, fmt.Errorf("%w: form", ErrInvalid)
	}
	certs, err := x509.ParseCertificates(d.Certs.Bytes)
	if err != nil {
		return out, fmt.Errorf("%w: certificates", ErrInvalid)
	}
	out.certs = certs
	for _, c := range certs {
		if bytes.Equal(c.RawIssuer, info.SID.Issuer.FullBytes) && c.SerialNumber.Cmp(info.SID.Serial) == 0 {
			out.by = c
		}
	}
	if out.by == nil {
		return out, fmt.Errorf("%w: whose it is", ErrInvalid)
	}
	if err := says(info.SignedAttrs.Bytes, kind, digest, out.by); err != nil {
		return out, err
	}
	if err := out.by.CheckSignature(algorithm(info.SigAlg, hash), asSet(info.SignedAttrs.Bytes), info.Signature); err != nil {
		return out, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	out.signature, out.unsigned = info.Signature, info.UnsignedAttrs
	return out, nil
}

// signed is a message whose signature holds; its certificate has still to lead somewhere.
type signed struct {
	by                 *x509.Certificate
	certs              []*x509.Certificate
	content, signature []byte
	unsigned           asn1.RawValue
}

// leads proves that every certificate of a message leads to a root at a moment: none of them is
// there that could be another.
func (s signed) leads(roots []*x509.Certificate, at time.Time, use x509.ExtKeyUsage) error {
	pool, between := x509.NewCertPool(), x509.NewCertPool()
	for _, r := range roots {
		pool.AddCert(r)
	}
	for _, c := range s.certs {
		between.AddCert(c)
	}
	for _, c := range s.certs {
		if slices.ContainsFunc(roots, c.Equal) {
			continue
		}
		o := x509.VerifyOptions{Roots: pool, Intermediates: between, CurrentTime: at, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}}
		if c == s.by {
			o.KeyUsages = []x509.ExtKeyUsage{use}
		}
		if _, err := c.Verify(o); err != nil {
			return fmt.Errorf("%w: %w", ErrInvalid, err)
		}
	}
	return nil
}

// says looks into the attributes that are signed.
func says(attrs []byte, kind asn1.ObjectIdentifier, digest []byte, by *x509.Certificate) error {
	var is, sum bool
	for rest := attrs; len(rest) > 0; {
		var a attribute
		var err error
		if rest, err = asn1.Unmarshal(rest, &a); err != nil || len(a.Values) != 1 {
			return fmt.Errorf("%w: encoding", ErrInvalid)
		}
		switch value := a.Values[0].FullBytes; {
		case a.Type.Equal(oidContent):
			is = bytes.Equal(value, must(asn1.Marshal(kind)))
		case a.Type.Equal(oidDigest):
			sum = bytes.Equal(value, must(asn1.Marshal(digest)))
		case a.Type.Equal(oidCertV2) && kind.Equal(oidData):
			of := sha256.Sum256(by.Raw)
			if !bytes.Equal(value, must(asn1.Marshal(signingCert{[]essCertID{{of[:]}}}))) {
				return fmt.Errorf("%w: another certificate", ErrInvalid)
			}
		}
	}
	if !is || !sum {
		return fmt.Errorf("%w: it is over something else", ErrInvalid)
	}
	return nil
}

func hashOf(a pkix.AlgorithmIdentifier) (crypto.Hash, error) {
	known := []struct {
		oid  asn1.ObjectIdentifier
		hash crypto.Hash
	}{{oidSHA256, crypto.SHA256}, {asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 2}, crypto.SHA384}, {asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 3}, crypto.SHA512}}
	for _, k := range known {
		if a.Algorithm.Equal(k.oid) && bare(a) {
			return k.hash, nil
		}
	}
	return 0, fmt.Errorf("%w: hash", ErrInvalid)
}

// bare says that an algorithm has no parameters, or those that say so.
func bare(a pkix.AlgorithmIdentifier) bool {
	return len(a.Parameters.FullBytes) == 0 || bytes.Equal(a.Parameters.FullBytes, []byte{asn1.TagNull, 0})
}

func algorithm(a pkix.AlgorithmIdentifier, h crypto.Hash) x509.SignatureAlgorithm {
	type pair struct {
		oid  string
		hash crypto.Hash
	}
	if !bare(a) {
		return x509.UnknownSignatureAlgorithm
	}
	return map[pair]x509.SignatureAlgorithm{
		{"1.2.840.10045.4.3.2", crypto.SHA256}:   x509.ECDSAWithSHA256,
		{"1.2.840.10045.4.3.3", crypto.SHA384}:   x509.ECDSAWithSHA384,
		{"1.2.840.10045.4.3.4", crypto.SHA512}:   x509.ECDSAWithSHA512,
		{"1.2.840.113549.1.1.1", crypto.SHA256}:  x509.SHA256WithRSA,
		{"1.2.840.113549.1.1.1", crypto.SHA384}:  x509.SHA384WithRSA,
		{"1.2.840.113549.1.1.1", crypto.SHA512}:  x509.SHA512WithRSA,
		{"1.2.840.113549.1.1.11", crypto.SHA256}: x509.SHA256WithRSA,
		{"1.2.840.113549.1.1.12", crypto.SHA384}: x509.SHA384WithRSA,
		{"1.2.840.113549.1.1.13", crypto.SHA512}: x509.SHA512WithRSA,
	}[pair{a.Algorithm.String(), h}]
}
