package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zabuni.org/core/config"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
)

// Keys that a new installation makes are not made again where something lies that the
// lost ones sealed: a program that started would never open it.
func TestNoFreshKeysBesideWhatOldOnesSealed(t *testing.T) {
	t.Parallel()
	sealed := map[string]string{
		seal.OpeningFile: `INSERT INTO category_key (id, category_id, buyer_id, envelope, recipient, announced, wrapped, closes_at, sequence)
			VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'technical', '', '', '', now(), 1)`,
		seal.DraftFile: `INSERT INTO company_key (company_id, recipient, wrapped) VALUES (gen_random_uuid(), '', '')`,
		seal.EvaluationFile: `INSERT INTO opened_file (submission_id, bid_file_id, buyer_id, supplier_id, file_key)
			VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '')`,
		seal.ReceiptFile: `INSERT INTO log_checkpoint (size, note, created_at) VALUES (1, '', now())`,
		SignKey: `INSERT INTO contract_signature (signer_id, signing_id, buyer_id, revision, shown, paper_id, sum, certificate, proved_at, stamped_at, signed_at, entry)
			VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, '', gen_random_uuid(), '', '', now(), now(), now(), 1)`,
		StampKey: `INSERT INTO contract_signature (signer_id, signing_id, buyer_id, revision, shown, paper_id, sum, certificate, proved_at, stamped_at, signed_at, entry)
			VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, '', gen_random_uuid(), '', '', now(), now(), now(), 1)`,
		seal.FactorFile: `INSERT INTO authenticator (account_id, sealed, created_at) VALUES (gen_random_uuid(), '', now())`,
	}
	part := All(config.Settings{})
	for _, name := range KeyNames() {
		insert, seals := sealed[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, dir := pgtest.New(t), filepath.Join(t.TempDir(), "keys")
			if _, err := openKeys(t.Context(), dir, part, db); err != nil {
				t.Fatal("the keys of a new installation:", err)
			}
			lose := func() {
				if err := os.Remove(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			lose()
			if _, err := openKeys(t.Context(), dir, part, db); err != nil {
				t.Errorf("nothing was sealed, and a new %s is not made: %v", name, err)
			}
			if !seals {
				return
			}
			if _, err := pgtest.Tamper(t.Context(), pgtest.As(t, db, ""), insert); err != nil {
				t.Fatal(err)
			}
			lose()
			if _, err := openKeys(t.Context(), dir, part, db); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("it starts without the %s that sealed what is there: %v", name, err)
			}
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				t.Errorf("a fresh %s was made", name)
			}
		})
	}
}
