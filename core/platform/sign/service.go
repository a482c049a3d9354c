package sign

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"time"

	"github.com/digitorus/timestamp"
)

// A Service is a time service elsewhere (RFC 3161 over HTTP). Its clock is its own.
type Service struct{ URL string }

// patience is how long a person waits for a time service; after that nothing is signed.
const patience = 10 * time.Second

// Stamp implements Stamper. A token that is not over what was asked is none.
func (s Service) Stamp(ctx context.Context, sum []byte, _ time.Time) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	nonce, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 63))
	if err != nil {
		return nil, err
	}
	ask := timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: sum, Certificates: true, Nonce: nonce}
	body, err := ask.Marshal()
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/timestamp-query")
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	got, err := io.ReadAll(io.LimitReader(answer.Body, hole))
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", answer.StatusCode)
	}
	t, err := timestamp.ParseResponse(got)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(t.HashedMessage, sum) || t.Nonce == nil || t.Nonce.Cmp(nonce) != 0 {
		return nil, fmt.Errorf("a token that is another's")
	}
	return t.RawToken, nil
}

// ReadCertificate reads a certificate in PEM.
func ReadCertificate(path string) (*x509.Certificate, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(b)
	if block == nil {
		return nil, fmt.Errorf("%s holds no certificate", path)
	}
	return x509.ParseCertificate(block.Bytes)
}
