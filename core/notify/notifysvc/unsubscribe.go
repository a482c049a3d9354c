package notifysvc

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// LinkInvalid is raised for an unsubscribe link that no mail of ours held.
var LinkInvalid = fault.Declare(fault.KindInvalid, "notify.link_invalid", "This link is not one of ours")

// UnsubscribeToken is what the link at the foot of a mail holds: whoever reads
// the mail may unsubscribe its address, and nobody else.
func (s *Service) UnsubscribeToken(email string) string {
	b := base64.RawURLEncoding
	return b.EncodeToString([]byte(email)) + "." + b.EncodeToString(s.sign(email))
}

func (s *Service) sign(email string) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("unsubscribe\n" + email))
	return mac.Sum(nil)
}

// Unsubscribe stops the mails to an address that the law does not ask for.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	left, right, _ := strings.Cut(token, ".")
	email, err := base64.RawURLEncoding.DecodeString(left)
	mac, err2 := base64.RawURLEncoding.DecodeString(right)
	if err != nil || err2 != nil || !hmac.Equal(mac, s.sign(string(email))) {
		return LinkInvalid.New("")
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := q.Unsubscribe(ctx, tx, string(email), tx.Now); err != nil {
			return err
		}
		address := string(email)
		if err := q.Stop(ctx, tx, nil, &address, nil); err != nil { // what waits as well
			return err
		}
		_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "notify.mail.unsubscribed", Object: "address",
			ObjectID: uuid.NewSHA1(uuid.NameSpaceURL, email)})
		return err
	})
}
