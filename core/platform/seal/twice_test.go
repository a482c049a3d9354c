package seal_test

import (
	"bytes"
	"testing"
	"time"

	"zabuni.org/core/platform/seal"
)

// What is made twice of the same is made of fresh chance each time: keys, salts, nonces
// and what is sealed. Who holds one of them opens nothing of the other and learns
// nothing by comparing the two.
func TestWhatIsMadeTwiceIsUnlike(t *testing.T) {
	h := newHouse(t)
	row, err := h.drafts.NewCompany(supplier)
	check(t, err)
	company, err := h.drafts.Unlock(row)
	check(t, err)
	_, one := company.NewParticipation(part)
	key, err := h.opener.Mint(category, seal.Financial, noon, 7, noon.Add(-time.Hour))
	check(t, err)
	to, err := seal.ParseRecipient(key.Recipient)
	check(t, err)
	submission := func() ([]byte, seal.Part) {
		cipher, p, err := seal.SealSubmission(seal.Financial, []byte("12"), to, company.Recipient())
		check(t, err)
		return cipher, p
	}
	for name, draw := range map[string]func() []byte{
		"company's public half": func() []byte {
			k, err := h.drafts.NewCompany(supplier)
			check(t, err)
			return []byte(k.Recipient)
		},
		"company's mark of a file": func() []byte {
			k, err := h.drafts.NewCompany(supplier)
			check(t, err)
			c, err := h.drafts.Unlock(k)
			check(t, err)
			mark := c.SameFile([32]byte{1})
			return mark[:]
		},
		"category's public half": func() []byte {
			k, err := h.opener.Mint(category, seal.Financial, noon, 7, noon.Add(-time.Hour))
			check(t, err)
			return []byte(k.Recipient)
		},
		"nonce":      func() []byte { n := seal.NewNonce(); return n[:] },
		"answer":     func() []byte { return one.Seal(part, 1, []byte("12")) },
		"submission": func() []byte { cipher, _ := submission(); return cipher },
		"commitment": func() []byte { _, p := submission(); return p.Commit[:] },
	} {
		if bytes.Equal(draw(), draw()) {
			t.Errorf("%s: twice the same", name)
		}
	}
	// The key of a participation shows in nothing but what it opens.
	_, two := company.NewParticipation(part)
	_, err = two.Open(part, 1, one.Seal(part, 1, []byte("12")))
	wants(t, err, seal.Broken)
}
