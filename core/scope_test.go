package core_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Whose rows a query may see: every statement over a table that belongs to
// companies names its owner, or says why it need not.

var (
	createTable = regexp.MustCompile(`(?s)CREATE TABLE (\w+) \((.*?)\n\);`)
	ownerColumn = regexp.MustCompile(`(?m)^\s+(buyer_id|supplier_id|company_id)\s`)
	queryHead   = regexp.MustCompile(`(?m)^-- name: (\w+) :`)
	excused     = regexp.MustCompile(`-- scope: (operator|system): \S+`)
	comment     = regexp.MustCompile(`(?m)--.*$`)
	optional    = regexp.MustCompile(`(?i)narg\('?(buyer_id|supplier_id|company_id|owner)'?\)(::uuid)?\s+IS\s+NULL\b`)
	upsert      = regexp.MustCompile(`(?is)\bINTO\s+(\w+).*\bON\s+CONFLICT\s*\(([^)]*)\)[^;]*?DO\s+UPDATE\s+SET(.*)$`)
	statement   = regexp.MustCompile(`(?is)^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|TABLE)\b`)
	united      = regexp.MustCompile(`(?i)\b(UNION|INTERSECT|EXCEPT)\b`)
	derived     = regexp.MustCompile(`(?i)\bFROM\s+\(\)`)
	cteHead     = regexp.MustCompile(`(?i)(\w+)\s+AS\s+((NOT\s+)?MATERIALIZED\s+)?$`)
	relation    = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|UPDATE|INTO|USING|ONLY|LATERAL|TABLE)\s+(?:public\.)?"?(\w+)"?(?:\s+(?:AS\s+)?(\w+))?`)
	listed      = regexp.MustCompile(`(?i)\bFROM\s+[\w."]+(?:\s+(?:AS\s+)?\w+)?((?:\s*,\s*(?:LATERAL\s+)?[\w."]+(?:\s+(?:AS\s+)?\w+)?)+)`)
	where       = regexp.MustCompile(`(?i)\bWHERE\b`)
	or          = regexp.MustCompile(`(?i)^\sOR\b`)
	qualified   = regexp.MustCompile(`\b([a-z]\w*)\.\w+`)
)

// ownerless are the tables that no company owns, each with its reason: a new one
// names its owner or is written down here.
var ownerless = map[string]string{
	"outbox": "platform", "inbox": "platform", "parked_message": "platform", "message_attempt": "platform", "log_hash": "platform", "log_checkpoint": "platform", "rate_limit": "platform",
	"kept": "platform", "witness": "sums alone, read by the sequencer and by verify",
	"idempotency": "by actor", "ticket": "by session", "session": "by account", "mailed_secret": "by account", "calendar_feed": "by account", "notification": "by account",
	"authenticator": "by account", "recovery_code": "by account", "known_device": "by account", "slow_bucket": "platform",
	"account_role": "by account and role", "role_privilege": "by role", "mail_unsubscribed": "by address", "mail_attempt": "by delivery", "mail_template": "platform", "mail_choice": "by account", "mail_hours": "by account",
	"company": "is the owner", "location": "reference", "category_type": "reference", "classification": "reference", "holiday": "reference", "reference_list": "reference", "payment_callback": "by token",
	"bank_statement": "of the platform's accounts", "bank_layout": "of the platform's accounts", "payment_series": "by country", "payment_total": "of the ways of paying",
	"criterion": "platform", "criterion_question": "platform", "criterion_option": "platform", "criterion_band": "platform",
}

// owners reads from the migrations which columns of a table name its owner.
// ownedViews are held to the rule like tables, each with the owners of its rows.
var ownedViews = map[string][]string{"offer": {"buyer_id", "supplier_id"}, "paid_line": {"buyer_id", "supplier_id"}, "payment_gone": {"supplier_id"}}

func owners(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	sources(t, func(path, text string) {
		if !strings.Contains(path, "migrations/") {
			return
		}
		for _, m := range createTable.FindAllStringSubmatch(text, -1) {
			for _, c := range ownerColumn.FindAllStringSubmatch(m[2], -1) {
				out[m[1]] = append(out[m[1]], c[1])
			}
			if len(out[m[1]]) == 0 && ownerless[m[1]] == "" {
				t.Errorf("%s: table %s names no owner", path, m[1])
			}
		}
	})
	for view, columns := range ownedViews {
		out[view] = columns
	}
	if len(out) < 20 {
		t.Fatalf("only %d owned tables found", len(out))
	}
	return out
}

func TestEveryQueryNamesItsOwner(t *testing.T) {
	owned, queries := owners(t), 0
	sources(t, func(path, text string) {
		if !strings.Contains(path, "/internal/") || !strings.HasSuffix(path, ".sql") {
			return
		}
		heads := queryHead.FindAllStringSubmatchIndex(text, -1)
		for i, h := range heads {
			end := len(text)
			if i+1 < len(heads) {
				end = heads[i+1][0]
			}
			queries++
			for _, fault := range trespass(text[h[0]:end], owned) {
				t.Errorf("%s: %s %s", path, text[h[2]:h[3]], fault)
			}
		}
	})
	if queries < 30 {
		t.Fatalf("only %d queries were looked at", queries)
	}
}

// A scope is one statement of a query, without those inside it.
type scope struct {
	text   string
	cte    string // its name, if it is a common table
	nested bool
}

// scopes takes a query apart: the statement itself, its common tables, its subqueries.
func scopes(text, cte string, nested bool) []scope {
	var own strings.Builder
	var out []scope
	for i := 0; i < len(text); i++ {
		if text[i] != '(' {
			own.WriteByte(text[i])
			continue
		}
		end, depth := i, 0
		for ; end < len(text); end++ {
			if text[end] == '(' {
				depth++
			} else if text[end] == ')' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		inside := text[i+1 : min(end, len(text))]
		if statement.MatchString(inside) {
			name := ""
			if m := cteHead.FindStringSubmatch(own.String()); m != nil {
				name = m[1]
			}
			out = append(out, scopes(inside, name, name == "")...)
			own.WriteString("()")
		} else {
			// an expression, or columns: what it holds belongs to this statement
			inner := scopes(inside, "", true)
			own.WriteString("(" + inner[0].text + ")")
			out = append(out, inner[1:]...)
		}
		i = end
	}
	return append([]scope{{own.String(), cte, nested}}, out...)
}

// trespass says where a query may see rows of somebody else.
func trespass(query string, owned map[string][]string) (faults []string) {
	if excused.MatchString(query) {
		return nil
	}
	text := comment.ReplaceAllString(query, "")
	if optional.MatchString(text) {
		faults = append(faults, "may be asked without its owner")
	}
	if m := upsert.FindStringSubmatch(text); m != nil {
		columns := owned[m[1]]
		if len(columns) > 0 && !slices.ContainsFunc(columns, func(c string) bool {
			return regexp.MustCompile(`\b`+c+`\b`).MatchString(m[2]) || regexp.MustCompile(`\b`+c+`\s*=\s*(excluded\.`+c+`|@)`).MatchString(m[3])
		}) {
			faults = append(faults, "may overwrite another owner's row of "+m[1])
		}
	}
	all := scopes(text, "", false)
	var common []string
	for _, s := range all {
		if s.cte != "" {
			common = append(common, s.cte)
		}
	}
	var parts []scope
	for _, s := range all {
		for _, text := range united.Split(s.text, -1) {
			parts = append(parts, scope{text, s.cte, s.nested})
		}
	}
	for _, s := range parts {
		aliases, linked := map[string]bool{}, derived.MatchString(s.text) // from rows that were scoped within
		var touched []string
		text := s.text
		for _, m := range listed.FindAllStringSubmatch(s.text, -1) {
			text += strings.ReplaceAll(m[1], ",", " JOIN ")
		}
		for _, m := range relation.FindAllStringSubmatch(text, -1) {
			aliases[m[1]], aliases[m[2]] = true, true
			if slices.Contains(common, m[1]) {
				linked = true // by rows that were scoped already
			}
			if _, ok := owned[m[1]]; ok && !slices.Contains(common, m[1]) {
				touched = append(touched, m[1])
			}
		}
		if s.nested {
			for _, m := range qualified.FindAllStringSubmatch(s.text, -1) {
				linked = linked || !aliases[m[1]] && m[1] != "sqlc" && m[1] != "zabuni" && m[1] != "pg_catalog" // to a row of the statement around it
			}
		}
		if len(touched) == 0 || linked || slices.ContainsFunc(touched, func(table string) bool { return namesOwner(s.text, owned[table]) }) {
			continue
		}
		faults = append(faults, "touches "+strings.Join(touched, ", ")+" without naming the owner")
	}
	return faults
}

// namesOwner: the owner column is compared with a parameter or written from one,
// whatever the other parameters are; one that may be null (of the platform) must be
// the same null.
func namesOwner(text string, columns []string) bool {
	text = certain(text, columns)
	for _, c := range columns {
		if regexp.MustCompile(`\b` + c + `\s*=\s*(ANY\()?@|\b` + c + ` IS NOT DISTINCT FROM sqlc\.narg\(\w+\)|(?s)\bINTO\s+\w+(?:\s+AS\s+\w+)?\s*\([^)]*\b` + c + `\b[^)]*\)`).MatchString(text) {
			return true
		}
	}
	return false
}

// certain leaves out alternatives of which one asks for no owner: `@everybody OR
// buyer_id = @buyer_id` names the owner for some callers only. Rows of a subquery,
// here `IN ()`, were scoped within.
func certain(text string, columns []string) string {
	asks := regexp.MustCompile(`\b(` + strings.Join(columns, "|") + `)\s*(=|IS\b)|\bIN \(\)`)
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '(' {
			out.WriteByte(text[i])
			continue
		}
		end, depth := i+1, 1
		for ; end < len(text) && depth > 0; end++ {
			switch text[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		out.WriteString("(" + certain(strings.TrimSuffix(text[i+1:end], ")"), columns) + ")")
		i = end - 1
	}
	head, condition := "", out.String()
	if at := where.FindStringIndex(condition); at != nil {
		head, condition = condition[:at[1]], condition[at[1]:]
	}
	if alternatives := topLevel(condition); len(alternatives) > 1 {
		for _, a := range alternatives {
			if !asks.MatchString(a) {
				return head
			}
		}
	}
	return head + condition
}

// topLevel splits a condition at the ORs that stand in no parentheses.
func topLevel(condition string) (out []string) {
	depth, from := 0, 0
	for i := range len(condition) {
		switch {
		case condition[i] == '(':
			depth++
		case condition[i] == ')':
			depth--
		case depth == 0:
			if at := or.FindStringIndex(condition[i:]); at != nil && at[0] == 0 {
				out, from = append(out, condition[from:i]), i+at[1]
			}
		}
	}
	return append(out, condition[from:])
}

func TestOwnerRuleCatchesPlantedQueries(t *testing.T) {
	owned := map[string][]string{"job": {"buyer_id"}, "category": {"buyer_id"}, "bid_file": {"buyer_id", "supplier_id"}, "special_group": {"company_id"}}
	for _, x := range []struct {
		name, sql string
		sound     bool
	}{
		{"no owner", "SELECT id FROM job WHERE id = @id", false},
		{"an owner", "SELECT id FROM job WHERE id = @id AND buyer_id = @buyer_id", true},
		{"an owner that is selected alone", "SELECT id, @buyer_id::uuid FROM job WHERE id = @id", false},
		{"an owner in a comment", "SELECT id FROM job WHERE id = @id -- buyer_id = @buyer_id", false},
		{"an owner that may be left out", "SELECT id FROM job WHERE sqlc.narg(buyer_id)::uuid IS NULL OR buyer_id = sqlc.narg(buyer_id)", false},
		{"an owner or the platform's", "SELECT id FROM special_group WHERE company_id IS NULL OR sqlc.narg(company_id)::uuid IS NULL", false},
		{"an owner for some callers", "SELECT id FROM job WHERE (@everybody::boolean OR buyer_id = @buyer_id) AND status = 'open'", false},
		{"an owner for some callers, backwards", "SELECT id FROM job j WHERE j.status = 'open' AND (j.buyer_id = @buyer_id OR NOT @own::boolean)", false},
		{"an owner for some callers, at the end", "SELECT id FROM job WHERE id = @id AND buyer_id = @buyer_id OR @everybody::boolean", false},
		{"an owner for some callers, deeper", "SELECT id FROM job WHERE (@id::uuid = id OR (@everybody::boolean OR buyer_id = @buyer_id))", false},
		{"an owner for some rows", "SELECT id FROM job WHERE status = 'open' OR buyer_id = @buyer_id", false},
		{"an owner beside alternatives", "SELECT id FROM job WHERE buyer_id = @buyer_id AND (@all::boolean OR status = 'open')", true},
		{"an owner or nobody", "SELECT id FROM special_group WHERE (company_id IS NULL OR company_id = @company_id) AND active", true},
		{"an owner or its people", "SELECT id FROM job WHERE (owner_id IN (SELECT id FROM account WHERE company_id = @company_id) OR buyer_id = @buyer_id)", true},
		{"a comma", "SELECT 1 FROM company x, job WHERE job.id = @id", false},
		{"a schema", "SELECT 1 FROM public.job WHERE id = @id", false},
		{"USING", "DELETE FROM session s USING job j WHERE j.id = @id", false},
		{"a common table", "WITH x AS (SELECT id FROM job WHERE id = @id) SELECT c.id FROM category c WHERE c.buyer_id = @buyer_id", false},
		{"a common table with its owner", "WITH x AS (SELECT id FROM job WHERE buyer_id = @buyer_id) SELECT c.id FROM category c JOIN x ON x.id = c.job_id", true},
		{"a subquery on its own", "SELECT (SELECT count(*) FROM category WHERE name = @name) FROM job WHERE buyer_id = @buyer_id", false},
		{"a subquery of the row around it", "SELECT (SELECT count(*) FROM category c WHERE c.job_id = j.id) FROM job j WHERE j.buyer_id = @buyer_id", true},
		{"an owner inside a subquery alone", "SELECT id FROM job WHERE EXISTS (SELECT FROM category WHERE buyer_id = @buyer_id)", false},
		{"one side of a union", "SELECT id FROM job WHERE buyer_id = @buyer_id UNION ALL SELECT id FROM category", false},
		{"rows of a scoped table within", "SELECT c.id FROM (SELECT id FROM job WHERE buyer_id = @buyer_id) w JOIN category c ON c.job_id = w.id", true},
		{"rows of an unscoped table within", "SELECT c.id FROM (SELECT id FROM job) w JOIN category c ON c.job_id = w.id", false},
		{"a row written with its owner", "INSERT INTO job (id, buyer_id) VALUES (@id, @buyer_id)", true},
		{"a row written without", "INSERT INTO job (id) VALUES (@id)", false},
		{"an upsert over whatever is there", "INSERT INTO job (id, buyer_id) VALUES (@id, @buyer_id) ON CONFLICT (id) DO UPDATE SET name = excluded.name", false},
		{"an upsert over an own row", "INSERT INTO job AS j (id, buyer_id) VALUES (@id, @buyer_id) ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE j.buyer_id = excluded.buyer_id", true},
		{"an upsert by owner", "INSERT INTO job (id, buyer_id) VALUES (@id, @buyer_id) ON CONFLICT (buyer_id, code) DO UPDATE SET name = excluded.name", true},
		{"an excuse", "-- scope: system: the scheduler.\nSELECT id FROM job", true},
	} {
		if got := trespass(x.sql, owned); (len(got) == 0) != x.sound {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

// SQL stands where the rule above reads it: not in Go, but for the platform's own
// tables; not in functions and views, but for those that were looked at.
func TestNoSQLPassesTheOwnerRuleBy(t *testing.T) {
	sql := regexp.MustCompile("(?i)[\"`]\\s*(SELECT |INSERT INTO |UPDATE \\w+ |DELETE FROM |WITH \\w+ AS |TABLE \\w+)")
	platform := regexp.MustCompile(`/core/platform/(journal|outbox|pg|pgtest|pgembed|backup|tidy|verify)/|/core/app/story/|/core/cmd/|core/app/serve/(keys|database)\.go$|apps/zabuni/doctor(_machine)?\.go$|apps/zabuni/internal/demo/|_test\.go$|/migrations/|/internal/[a-z]+db/`)
	looked := map[string]string{"clock": "no table", "listed": "no table: a row that the statement has", "within": "no table: a moment and a period", "next_hour": "no table: a moment", "heard_at": "no table: a moment", "public_state": "rooms of one row that the statement has, which everybody may read", "public_closing": "the same", "phase": "no table: a row's status and times", "append_only": "a trigger", "take": "rate_limit", "wait_of": "rate_limit", "line_stands_once": "a trigger", "try": "slow_bucket", "transfer_balances": "a trigger", "refund_fits": "a trigger", "refund_ended": "a trigger", "admits": "one category and one person, by id", "frozen": "one award, by id",
		"dispose": "a trigger", "unclosed": "one category, by id", "folded": "no table: a name", "letters": "no table: a name", "signs": "no table: a number", "fold_company": "a trigger", "fold_owner": "a trigger",
		"offer": "a view with the owners of its rows, held like a table", "paid_line": "another", "payment_gone": "a third",
		"act_has_entry": "a trigger", "plain": "columns of a table, no rows", "keep": "called by migrations alone", "kept_": "triggers, which answer nothing"}
	// Nobody calls a trigger and it gives nobody rows: it may have its maker's rights.
	definer := regexp.MustCompile(`RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER`)
	made := regexp.MustCompile(`(?i)CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE|(?:MATERIALIZED )?VIEW) (?:zabuni\.)?(\w+)`)
	files := 0
	sources(t, func(path, text string) {
		switch {
		case strings.Contains(path, "migrations/") && strings.HasSuffix(path, ".sql"):
			for _, m := range made.FindAllStringSubmatch(text, -1) {
				if looked[m[1]] == "" {
					t.Errorf("%s makes %s, past the rule that queries name their owner", path, m[1])
				}
			}
			if strings.Count(text, "SECURITY DEFINER") > len(definer.FindAllString(text, -1)) {
				t.Errorf("%s: a function with its maker's rights walks through the second wall", path)
			}
		case strings.HasSuffix(path, ".go") && !platform.MatchString(path):
			files++
			if found := sql.FindString(text); found != "" {
				t.Errorf("%s writes SQL by hand: %s", path, found)
			}
		}
	})
	if files < 100 {
		t.Fatalf("only %d files were looked at", files)
	}
}
