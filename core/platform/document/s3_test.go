package document

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// bucket speaks as much of S3 as the driver does. The same model was run against
// versitygw 1.8.0.
type bucket struct {
	mu      sync.Mutex
	objects map[string][]byte
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	path := strings.TrimPrefix(r.URL.Path, "/documents")
	key := strings.TrimPrefix(path, "/")
	content, there := b.objects[key]
	refuse := func(status int, code string) {
		w.WriteHeader(status)
		_ = xml.NewEncoder(w).Encode(struct {
			XMLName xml.Name `xml:"Error"`
			Code    string
		}{Code: code})
	}
	tag := func(c []byte) string { sum := md5.Sum(c); return `"` + hex.EncodeToString(sum[:]) + `"` }
	switch {
	case path == r.URL.Path || !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=key/"):
		refuse(http.StatusForbidden, "AccessDenied")
	case r.URL.Query().Has("uploads"):
		refuse(http.StatusNotImplemented, "NotImplemented") // multipart would ignore the condition
	case key == "":
		if r.URL.Query().Has("location") {
			fmt.Fprint(w, "<LocationConstraint/>")
		}
	case r.Method == http.MethodPut:
		body, err := plain(r)
		switch {
		case err != nil:
			refuse(http.StatusBadRequest, "IncompleteBody")
		case there && r.Header.Get("If-None-Match") == "*":
			refuse(http.StatusPreconditionFailed, "PreconditionFailed")
		default:
			b.objects[key] = body
			w.Header().Set("ETag", tag(body))
		}
	case r.Method == http.MethodDelete:
		delete(b.objects, key)
		w.WriteHeader(http.StatusNoContent)
	case !there:
		refuse(http.StatusNotFound, "NoSuchKey")
	default:
		w.Header().Set("ETag", tag(content))
		http.ServeContent(w, r, "", time.Unix(1700000000, 0), bytes.NewReader(content))
	}
}

// plain takes a signed, chunked body apart.
func plain(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil || !strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") {
		return body, err
	}
	var out []byte
	for {
		line, rest, ok := bytes.Cut(body, []byte("\r\n"))
		var n int
		if _, err := fmt.Sscanf(string(line), "%x", &n); err != nil || !ok || len(rest) < n {
			return nil, errors.New("not chunked")
		}
		if n == 0 {
			return out, nil
		}
		out, body = append(out, rest[:n]...), rest[min(n+2, len(rest)):]
	}
}

func TestS3(t *testing.T) {
	peer := httptest.NewServer(&bucket{objects: map[string][]byte{}})
	defer peer.Close()
	o := S3Options{Endpoint: strings.TrimPrefix(peer.URL, "http://"), Region: "us-east-1", Bucket: "documents", AccessKey: "key", SecretKey: "secret", Plain: true}
	s, err := OpenS3(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	conform(t, s)
	o.AccessKey = "other"
	if _, err := OpenS3(t.Context(), o); err == nil {
		t.Error("a wrong key opens the bucket")
	}
}
