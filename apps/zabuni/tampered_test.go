package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/verify"
)

// Whatever somebody with the database in hand would change to win a tender, to hide
// what was done, or to let in who may not, is told by verify, and tells where.
func TestNothingIsChangedPastTheProgramUnnamed(t *testing.T) {
	h := newHouse(t)
	for waiting := true; waiting; {
		_, err := h.Sequencer.Once(h.ctx)
		h.must(err)
		h.must(h.db.QueryRow(h.ctx, "SELECT EXISTS (SELECT FROM audit_entry WHERE leaf IS NULL)").Scan(&waiting))
	}
	owner := pgtest.As(t, h.db, "")
	after := func(sql string) (rows int64, differences []string) {
		t.Helper()
		err := pgx.BeginFunc(h.ctx, owner, func(tx pgx.Tx) error {
			for _, one := range strings.Split(sql, ";;") {
				done, err := pgtest.Tamper(h.ctx, tx, one)
				if err != nil {
					t.Errorf("%s: %v", one, err)
				}
				rows += done.RowsAffected()
			}
			r, err := verify.In(h.ctx, tx, h.Verifier, h.Files)
			h.must(err)
			differences = slices.DeleteFunc(r.Differences, func(d string) bool { return strings.HasPrefix(d, movedClock) })
			return errUndone
		})
		if !errors.Is(err, errUndone) {
			t.Error(sql, err)
		}
		return rows, differences
	}
	if _, d := after("SELECT"); len(d) > 0 {
		t.Fatalf("what nobody touched differs: %q", d)
	}
	for _, x := range tampered {
		rows, d := after(x.sql)
		if verb, _, _ := strings.Cut(x.sql, " "); rows == 0 && slices.Contains([]string{"INSERT", "UPDATE", "DELETE"}, verb) {
			t.Errorf("%s: there is nothing to change", x.name)
		}
		if told := strings.Join(d, "; "); len(d) == 0 || !strings.Contains(told, x.tells) {
			t.Errorf("%s is not named: %q", x.name, told)
		}
	}
}

// movedClock is told of every test whose story moves the database's clock, and is right.
const movedClock = "function zabuni.clock(): it is not as this release made it"

var errUndone = errors.New("undone")

var tampered = []struct{ name, sql, tells string }{
	// Who wins.
	{"the rank of each bid", "UPDATE bid_result SET rank = rank + 1", "bid_result"},
	{"prices of two results swapped", "UPDATE bid_result a SET price = b.price FROM bid_result b WHERE a.category_id = b.category_id AND a.price IS DISTINCT FROM b.price", "bid_result"},
	{"why a bid stands where it stands", "UPDATE bid_result SET explanation = explanation || '{\"x\": 1}'", "bid_result"},
	{"a score", "UPDATE score SET value = value + 1", "score"},
	{"an evaluator's comment", "UPDATE score SET comment = comment || 'x'", "score"},
	{"scores that go", "DELETE FROM score", "score"},
	{"an evaluator whose scores are another's", "UPDATE score SET evaluator_id = gen_random_uuid()", "score"},
	{"an opened price", "UPDATE opened_price SET unit_price = unit_price * 2", "opened_price"},
	{"opened prices of two bidders swapped", "UPDATE opened_price a SET unit_price = b.unit_price FROM opened_price b WHERE a.item_id = b.item_id AND a.unit_price <> b.unit_price", "opened_price"},
	{"an opened answer", "UPDATE opened_answer SET value = '{\"x\": 1}'", "opened_answer"},
	{"an opened answer that comes", "INSERT INTO opened_answer SELECT submission_id, gen_random_uuid(), buyer_id, supplier_id, value FROM opened_answer LIMIT 1", "opened_answer"},
	{"an award's amount", "UPDATE award_line SET amount = amount + 1", "award_line"},
	{"an award to somebody else", "UPDATE award_line SET supplier_id = gen_random_uuid()", "award_line"},
	{"the end of a standstill", "UPDATE award SET standstill_ends = standstill_ends - interval '7 days'", "award"},
	{"who decided an award", "UPDATE award SET decided_by = gen_random_uuid()", "award"},
	{"a letter's words", "UPDATE letter SET body = body || 'x'", "letter"},
	{"a letter to somebody else", "UPDATE letter SET supplier_id = gen_random_uuid()", "letter"},
	{"a recommendation", "UPDATE recommendation SET reason = 'x'", "recommendation"},
	{"a contract's value", "UPDATE contract SET value = value + 1", "contract"},
	{"what a version of a contract says", "UPDATE contract_version SET content = content || ' '", "contract_version"},
	{"a version's sum", "UPDATE contract_version SET sum = sha256('x')", "contract_version"},
	{"a version that goes", "DELETE FROM contract_version", "contract_version"},
	{"which version was sent", "UPDATE contract_sent SET sum = sha256('x')", "contract_sent"},
	{"who approved a contract", "UPDATE contract_approval SET account_id = gen_random_uuid()", "contract_approval"},
	{"the paper that is signed", "UPDATE contract_signing SET paper_sum = sha256('x')", "contract_signing"},
	{"who signs", "UPDATE contract_signer SET name = name || 'x'", "contract_signer"},
	{"when somebody signed", "UPDATE contract_signature SET signed_at = signed_at - interval '1 day'", "contract_signature"},
	{"a signature that goes", "DELETE FROM contract_signature", "contract_signature"},
	{"a paper that binds a winner", "UPDATE contract_pack SET sum = sha256('x')", "contract_pack"},
	{"a paper that binds a winner and goes", "DELETE FROM contract_pack", "contract_pack"},
	{"what is due under a contract", "UPDATE contract_milestone SET due_on = due_on + 1", "contract_milestone"},
	{"how an amendment began", "UPDATE contract_amendment SET value_was = value_was + 1", "contract_amendment"},
	// What was asked.
	{"a question", "UPDATE question SET prompt = prompt || 'x'", "question"},
	{"whether a question must be answered", "UPDATE question SET must_answer = NOT must_answer", "question"},
	{"an answer's score", "UPDATE question_option SET score = coalesce(score, 0) + 1", "question_option"},
	{"a quantity", "UPDATE item SET quantity = quantity + 1", "item"},
	{"a closing date", "UPDATE category SET closes_at = closes_at + interval '1 hour'", "category"},
	{"a closing that never was", "UPDATE category SET closing_root = NULL, closing_note = NULL, closing_count = NULL WHERE closing_root IS NOT NULL", "category"},
	{"a key's date", "UPDATE category_key SET closes_at = closes_at + interval '1 hour'", "category_key"},
	{"bytes of a file that was taken out of a bid, with its sum", "UPDATE bid_file SET sealed_sha256 = sha256('x'), removed_at = uploaded_at", "bytes have the sum"},
	{"a key that goes", "DELETE FROM category_key", "category_key"},
	{"an extension that goes", "DELETE FROM closing_change", "closing_change"},
	{"a category that goes", "DELETE FROM category", "category"},
	{"a document's name", "UPDATE document SET name = 'x' || name", "document"},
	{"documents of two swapped", "UPDATE document a SET store_key = b.store_key, sha256 = b.sha256, size = b.size FROM document b WHERE a.sha256 <> b.sha256", "document"},
	// What was sent and paid.
	{"a bid that goes before the closing", "DELETE FROM sealed_envelope;;DELETE FROM submission", "submission"},
	{"a bid that is withdrawn by nobody", "UPDATE submission SET withdrawn_at = received_at", "submission"},
	{"when a bid came", "UPDATE submission SET received_at = received_at - interval '1 hour'", "submission"},
	{"sealed bytes of two bids swapped", "UPDATE sealed_envelope a SET sealed = b.sealed FROM sealed_envelope b WHERE a.envelope = b.envelope AND a.sealed <> b.sealed", "envelope"},
	{"a file that was taken out of a bid", "UPDATE bid_file SET removed_at = uploaded_at", "bid_file"},
	{"bytes of a file, with its sum", "UPDATE bid_file SET sealed_sha256 = sha256('x')", "bid_file"},
	{"who takes part", "UPDATE participation SET status = 'withdrawn'", "participation"},
	{"an order's fee", "UPDATE order_line SET fee = fee + 1", "order_line"},
	{"a payment's state", "UPDATE payment_attempt SET status = 'review'", "payment_attempt"},
	{"a line of the ledger", "INSERT INTO ledger_entry (transfer_id, account, supplier_id, order_id, attempt_id, currency, amount, at) SELECT gen_random_uuid(), 'suspense', supplier_id, order_id, id, currency, 5, now() FROM payment_attempt LIMIT 1", "ledger_entry"},
	// Who may, and what a company is.
	{"a right that comes", "INSERT INTO role_privilege SELECT role_id, 'x', false FROM role_privilege LIMIT 1", "role_privilege"},
	{"a role that somebody gets", "UPDATE account_role SET account_id = gen_random_uuid()", "account_role"},
	{"where somebody's mails go", "UPDATE account SET email = 'x' || email", "account"},
	{"a company's number", "UPDATE company SET tax_id = tax_id || 'x'", "company"},
	{"a company that is blacklisted no more", "DELETE FROM blacklist_case", "blacklist_case"},
	{"a paper of a company", "INSERT INTO company_document (id, company_id, kind, version, document_id, author, created_at) SELECT gen_random_uuid(), company_id, 'registration', 99, id, 'company', created_at FROM document LIMIT 1", "company_document"},
	{"an owner of a company", "UPDATE company_owner SET name = name || 'x'", "company_owner"},
	{"an owner of a company that goes", "DELETE FROM company_owner", "company_owner"},
	{"a group that a company belongs to", "DELETE FROM company_special_group", "company_special_group"},
	{"what a company says it supplies", "DELETE FROM company_category_type", "company_category_type"},
	{"what the operator may do for a buyer", "UPDATE buyer_service SET ends_on = NULL, starts_on = starts_on - 1000", "buyer_service"},
	{"where a buyer's letters take their words", "UPDATE letter_template SET body = body || 'x'", "letter_template"},
	{"a contract's model", "UPDATE document_template_version SET document_id = gen_random_uuid()", "document_template_version"},
	{"that support looked", "INSERT INTO support_view (id, session_id, account_id, company_id, reason, began_at, ends_at) SELECT gen_random_uuid(), gen_random_uuid(), id, company_id, 'x', now(), now() + interval '1 minute' FROM account LIMIT 1", "support_view"},
	{"a second factor", "INSERT INTO authenticator (account_id, sealed, confirmed_at, created_at) SELECT id, 'x', now(), now() FROM account LIMIT 1", "authenticator"},
	{"a library's criterion", "INSERT INTO criterion_option (question_id, position, label, score) VALUES (gen_random_uuid(), 1, 'x', 1)", "criterion_option"},
	{"what an import brought", "INSERT INTO job_import SELECT id, buyer_id, 'ocds', '', 'x', '', now() FROM job LIMIT 1", "job_import"},
	{"a branch", "UPDATE branch SET name = name || 'x'", "branch"},
	{"what a mail says", "INSERT INTO mail_template (kind, language, subject, body, updated_by, updated_at) VALUES ('invitation', 'en', 'x', '{x}', gen_random_uuid(), now())", "mail_template"},
	// The log.
	{"who did it", "UPDATE audit_entry SET actor_name = actor_name || 'x' WHERE leaf = 3", "not those that were signed"},
	{"whose company's people did it", "UPDATE audit_entry SET company_id = gen_random_uuid() WHERE leaf = 3", "not those that were signed"},
	{"what was done to what", "UPDATE audit_entry SET object_id = gen_random_uuid() WHERE leaf = 3", "not those that were signed"},
	{"two entries swapped", "UPDATE audit_entry SET leaf = -1 WHERE leaf = 3;;UPDATE audit_entry SET leaf = 3 WHERE leaf = 4;;UPDATE audit_entry SET leaf = 4 WHERE leaf = -1", "not those that were signed"},
	{"an entry of which the act is another", "UPDATE audit_entry a SET act = b.act FROM audit_entry b WHERE a.leaf = 3 AND b.leaf = 9", "log"},
	{"an entry that goes", "DELETE FROM audit_entry WHERE leaf = 3", "log"},
	{"an entry that is not logged any more", "UPDATE audit_entry SET leaf = NULL WHERE leaf = 3", "log"},
	{"what the log says of a row", "UPDATE witness SET sum = NULL", "not those that were signed"},
	{"a head that goes", "DELETE FROM log_checkpoint WHERE size = (SELECT max(size) FROM log_checkpoint)", "log"},
	{"that a table is kept", "DELETE FROM kept WHERE name = 'score'", "score"},
	{"rows of a table, with all that the log had of it", "DELETE FROM score;;DELETE FROM witness WHERE name = 'score';;DELETE FROM kept WHERE name = 'score'", "not those that were signed"},
	// What keeps it.
	{"a trigger that is off", "ALTER TABLE score DISABLE TRIGGER kept_score_changed", "trigger score.kept_score_changed: it is not as"},
	{"a trigger that fires for replicas alone", "ALTER TABLE score ENABLE REPLICA TRIGGER kept_score_changed", "trigger score.kept_score_changed: it is not as"},
	{"a trigger that goes", "DROP TRIGGER kept_score_gone ON score", "trigger score.kept_score_gone: it is gone"},
	{"a trigger that comes", "CREATE TRIGGER x BEFORE UPDATE ON score FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()", "trigger score.x: it is none of this release"},
	{"a function that sums nothing", "CREATE OR REPLACE FUNCTION zabuni.kept_score_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'", "function zabuni.kept_score_changed(): it is not as"},
	{"an entry that nobody asks for", "DROP TRIGGER witness_has_entry ON witness", "trigger witness.witness_has_entry: it is gone"},
	{"rows that are summed anew after they were changed", "UPDATE score SET value = 0;;SELECT zabuni.keep('score', '{submission_id,evaluator_id}')", "function zabuni.kept_score(): it is not as"},
	{"a role that may more", "GRANT INSERT, UPDATE, DELETE ON witness TO zabuni_app", "rights of zabuni_app in witness: it is gone"},
	{"a role that may more in a column", "GRANT UPDATE (note) ON log_checkpoint TO zabuni_app", "rights of zabuni_app in log_checkpoint: it is not as"},
	{"a role behind every wall", "ALTER ROLE zabuni_app BYPASSRLS", "role zabuni_app: it is not as"},
	{"a role that owns a table", "ALTER TABLE score OWNER TO zabuni_app", "table score: it is none"},
	{"a role that is another's member", "GRANT pg_read_all_data TO zabuni_app", "role zabuni_app: it is not as"},
	{"a role for which no trigger is on", "ALTER ROLE zabuni_app SET session_replication_role = replica", "setting of zabuni_app: it is none"},
	{"a wall that is down", "ALTER TABLE response DISABLE ROW LEVEL SECURITY", "wall response: it is gone"},
	{"a wall with a door", "ALTER POLICY own ON response USING (true)", "policy response.own: it is not as"},
	{"a rule that does nothing instead", "CREATE RULE x AS ON UPDATE TO score DO INSTEAD NOTHING", "rule score.x: it is none"},
	{"a view that says more", "CREATE OR REPLACE VIEW paid_line AS SELECT * FROM paid_line WHERE true", "view paid_line"},
}
