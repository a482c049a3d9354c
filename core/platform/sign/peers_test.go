//go:build peers

package sign

import (
	"bytes"
	"encoding/asn1"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pdf"
)

// asked runs a program that others wrote; false, and said, where it is not installed.
func asked(t *testing.T, name string, args ...string) (string, bool) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Logf("PEER %s is not installed: nobody but us has looked", name)
		return "", false
	}
	out, err := exec.Command(path, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	t.Logf("PEER %s has looked", name)
	return string(out), true
}

// Programs that nobody here wrote find every signature of a paper good, the last over the whole file,
// and a changed byte bad.
func TestPeersProveOurSignatures(t *testing.T) {
	a, err := NewAuthority(bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32))
	if err != nil {
		t.Fatal(err)
	}
	b, err := pdf.Paper{Language: "am", Title: "ውል (2026) \\", Reference: "C/1", At: time.Now(), Body: rich.FromPlain(strings.Repeat("What is agreed on. ሰላም ", 900))}.Render()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Kamau) Ltd", `ends in \`, "አበበ ቢቂላ", "A) /SubFilter /x /X ("}
	for i, name := range names {
		if b, err = a.Sign(t.Context(), b, Act{Name: name, Company: name, Reason: name, At: time.Now().Add(time.Duration(i) * time.Second)}); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	put := func(name string, data []byte) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	paper := put("paper.pdf", b)
	var roots []byte
	for _, c := range a.Roots() {
		roots = append(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})...)
	}
	ca := put("roots.pem", roots)

	asked(t, "qpdf", "--check", paper)
	if out, ok := asked(t, "pdfsig", "-nocert", paper); ok {
		if n := strings.Count(out, "Signature is Valid."); n != len(names) || !strings.Contains(out[strings.LastIndex(out, "Signature #"):], "Total document signed") {
			t.Errorf("%d of %d signatures are valid to pdfsig:\n%s", n, len(names), out)
		}
		changed := bytes.Clone(b)
		changed[len(b)/3] ^= 1
		if out, _ := asked(t, "pdfsig", "-nocert", put("changed.pdf", changed)); strings.Count(out, "Digest Mismatch") == 0 {
			t.Errorf("a changed byte is nothing to pdfsig:\n%s", out)
		}
	}
	if out, ok := asked(t, "pdftotext", paper, "-"); ok && !strings.Contains(out, "What is agreed on. ሰላም") {
		t.Error("the words are others to pdftotext")
	}

	// Each message and each token by itself, over what the file says that it is over.
	held := regexp.MustCompile(`/ByteRange \[0 (\d+) (\d+) (\d+)\] */Contents <([0-9a-f]+)>`)
	ranges := held.FindAllSubmatch(b, -1)
	if len(ranges) != len(names) {
		t.Fatalf("%d ranges", len(ranges))
	}
	for i, m := range ranges {
		at := func(n int) int { v, _ := strconv.Atoi(string(m[n])); return v }
		raw, err := hex.DecodeString(string(m[4]))
		if err != nil {
			t.Fatal(err)
		}
		var message asn1.RawValue
		if _, err := asn1.Unmarshal(raw, &message); err != nil {
			t.Fatal(err)
		}
		what := put(fmt.Sprint("what", i), slices.Concat(b[:at(1)], b[at(2):at(2)+at(3)]))
		der := put(fmt.Sprint("message", i, ".der"), message.FullBytes)
		if out, ok := asked(t, "openssl", "cms", "-verify", "-inform", "DER", "-in", der, "-content", what, "-binary", "-CAfile", ca, "-purpose", "any", "-out", os.DevNull); ok && !strings.Contains(out, "successful") {
			t.Errorf("signature %d to openssl: %s", i, out)
		}
		got, err := read(message.FullBytes, over(b[:at(2)+at(3)], at(1), at(2)), oidData)
		if err != nil {
			t.Fatal(err)
		}
		var token attribute
		if err := whole(got.unsigned.Bytes, &token); err != nil {
			t.Fatal(err)
		}
		stamp, stamps := put(fmt.Sprint("token", i, ".der"), token.Values[0].FullBytes), put(fmt.Sprint("signature", i), got.signature)
		if out, ok := asked(t, "openssl", "ts", "-verify", "-token_in", "-in", stamp, "-data", stamps, "-CAfile", ca); ok && !strings.Contains(out, "Verification: OK") {
			t.Errorf("token %d to openssl: %s", i, out)
		}
	}
}
