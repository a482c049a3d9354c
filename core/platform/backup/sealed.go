package backup

import (
	"fmt"
	"os"
	"strings"

	"filippo.io/age"
)

// Recipients reads the public keys, age1…, of those who may read a backup; they
// stand apart by spaces or commas.
func Recipients(text string) ([]*age.X25519Recipient, error) {
	var out []*age.X25519Recipient
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		to, err := age.ParseX25519Recipient(one)
		if err != nil {
			return nil, fmt.Errorf("BACKUP_FOR: %w", err)
		}
		out = append(out, to)
	}
	return out, nil
}

// Identities reads the file with what opens sealed backups, as age-keygen writes
// it; without a name there are none.
func Identities(file string) ([]age.Identity, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("BACKUP_IDENTITY: %w", err)
	}
	defer func() { _ = f.Close() }()
	out, err := age.ParseIdentities(f)
	if err != nil {
		return nil, fmt.Errorf("BACKUP_IDENTITY: %w", err)
	}
	return out, nil
}
