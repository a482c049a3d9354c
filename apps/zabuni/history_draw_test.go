package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/party"
)

// A lot draws the same of the same: what is drawn for one thing does not depend on
// what else is drawn.
type lot string

// share is a number from 0 to 1.
func (l lot) share(of string) float64 {
	sum := sha256.Sum256([]byte(string(l) + "/" + of))
	return float64(binary.BigEndian.Uint64(sum[:])>>11) / (1 << 53)
}

// of is a number below n.
func (l lot) of(what string, n int) int { return min(int(l.share(what)*float64(n)), n-1) }

// chance reports whether something of so many per cent happens.
func (l lot) chance(what string, percent int) bool { return l.of(what, 100) < percent }

// heavy is how late something comes that comes so often: whatever comes first is done.
func (l lot) heavy(what string, often float64) float64 { return -math.Log(1-l.share(what)) / often }

func pick[T any](l lot, what string, list []T) T { return list[l.of(what, len(list))] }

// objectsOf are the things of a world, in the order in which they were made: of the
// category and of the company that acts, where that is asked for.
var objectsOf = map[string]string{
	"item":             "SELECT id::text FROM item WHERE category_id = @category ORDER BY id",
	"section":          "SELECT id::text FROM section WHERE category_id = @category ORDER BY id",
	"question":         "SELECT id::text FROM question WHERE category_id = @category ORDER BY id",
	"paper_question":   "SELECT id::text FROM question WHERE category_id = @category AND response_type = 'file_upload' ORDER BY id",
	"checked_question": "SELECT id::text FROM question WHERE category_id = @category AND goes_qa ORDER BY id",
	"visit_question":   "SELECT id::text FROM visit_question WHERE category_id = @category UNION SELECT id::text FROM question WHERE category_id = @category AND goes_dd ORDER BY 1",
	"job":              "SELECT job_id::text FROM category WHERE id = @category",
	"buyer":            "SELECT buyer_id::text FROM category WHERE id = @category",
	"version":          "SELECT version::text FROM category WHERE id = @category",
	"job_version":      "SELECT j.version::text FROM job j JOIN category c ON c.job_id = j.id WHERE c.id = @category",
	"listed":           "SELECT supplier_id::text FROM list_entry WHERE category_id = @category ORDER BY supplier_id",
	"supplier":         "SELECT id::text FROM company WHERE kind = 'supplier' ORDER BY id",
	"judge":            "SELECT a.id::text FROM account a JOIN category c ON c.buyer_id = a.company_id WHERE c.id = @category ORDER BY a.id",
	"order":            "SELECT id::text FROM purchase_order WHERE supplier_id = @org ORDER BY id DESC",
	"attempt":          "SELECT id::text FROM payment_attempt ORDER BY id DESC",
	"bid":              "SELECT id::text FROM participation WHERE category_id = @category AND supplier_id = @org",
	"upload":           "SELECT u.id::text FROM upload u JOIN participation p ON p.id = u.participation_id WHERE p.category_id = @category AND p.supplier_id = @org ORDER BY u.id DESC",
	"file":             "SELECT f.id::text FROM bid_file f JOIN participation p ON p.id = f.participation_id WHERE p.category_id = @category AND p.supplier_id = @org ORDER BY f.id",
	"submission":       "SELECT submission_id::text FROM opened_bid WHERE category_id = @category ORDER BY submission_id",
	"envelope":         "SELECT envelope FROM category_key WHERE category_id = @category ORDER BY envelope = 'financial', envelope",
	"sample_version":   "SELECT version::text FROM quality_plan WHERE category_id = @category",
	"contract":         "SELECT id::text FROM contract ORDER BY id",
	"case":             "SELECT id::text FROM blacklist_case ORDER BY id DESC",
	"recommended":      "SELECT to_char(max(recommended_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') FROM recommendation WHERE category_id = @category HAVING count(*) > 0",
}

// about are of a thing that the same line names before them.
var about = map[string]struct{ of, sql string }{
	"sheet_version":    {"submission", "SELECT coalesce(max(version), 0)::text FROM quality_sheet WHERE submission_id = @id AND turn = @turn"},
	"check_version":    {"submission", "SELECT coalesce(max(version), 0)::text FROM quality_check WHERE submission_id = @id"},
	"visit_version":    {"submission", "SELECT coalesce(max(version), 0)::text FROM visit WHERE submission_id = @id"},
	"contract_version": {"contract", "SELECT version::text FROM contract WHERE id = @id"},
	"contract_sum":     {"contract", "SELECT encode(v.sum, 'hex') FROM contract k JOIN contract_version v ON v.contract_id = k.id AND v.number = k.text_number WHERE k.id = @id"},
}

// words are drawn without looking.
var words = map[string][]string{
	"n":             {"one", "two", "three", "four", "five", "six"},
	"mark":          {"0", "50", "70"},
	"percent":       {"0", "40", "100"},
	"quantity":      {"1", "2.5", "12"},
	"interest":      append(slices.Repeat([]string{"none"}, 30), "interest", "recused"),
	"turn":          {"first", "first", "second"},
	"verdict":       {"valid", "valid", "valid", "missing", "expired", "unreadable"},
	"yes_or_no":     {"yes", "no"},
	"true_or_false": {"true", "false", "true"},
	"visit_outcome": {"cleared", "cleared", "flagged", "failed"},
	"language":      {"en", "fr", "sw", "am", "pt"},
	"letter_kind":   {"award", "regret", "success", "custom", "dd"},
	"list_status":   {"suspended", "active", "removed"},
	"service":       {"managed_sourcing", "due_diligence", "training"},
	"access":        {"assigned", "denied", "none"},
	"phone":         {"254712345678", "0712345678"},
	"currency":      {"KES", "UGX"},
}

var (
	slot  = regexp.MustCompile(`<([a-z |0-9]+)>`)
	hence = regexp.MustCompile(`^in ([0-9]+h)$`)
)

// texts reads a column of the world.
func (h *history) texts(sql string, args ...any) []string {
	h.Helper()
	rows, err := h.owner.Query(h.ctx, sql, args...)
	h.must(err)
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	h.must(err)
	return out
}

// fill draws what a line leaves open.
func (h *history) fill(l lot, text string, category uuid.UUID, org uuid.UUID, known map[string]string) string {
	h.Helper()
	return slot.ReplaceAllStringFunc(text, func(found string) string {
		options := strings.Split(found[1:len(found)-1], "|")
		name := strings.ReplaceAll(pick(l, found, options), " ", "_")
		if value, ok := known[name]; ok {
			return value
		}
		value := h.fillOne(l, name, category, org, known)
		known[name] = value
		return value
	})
}

func (h *history) fillOne(l lot, name string, category, org uuid.UUID, known map[string]string) string {
	h.Helper()
	if m := hence.FindStringSubmatch(strings.ReplaceAll(name, "_", " ")); m != nil {
		d, err := time.ParseDuration(m[1])
		h.must(err)
		return h.now.Add(d).Format(time.RFC3339)
	}
	switch name {
	case "c":
		return category.String()
	case "module":
		i := slices.IndexFunc(party.Modules, func(m party.Module) bool { return slices.Contains(m.Activities, string(h.policy.Activity)) })
		return party.Modules[i].Name
	}
	if list, ok := words[name]; ok {
		return pick(l, name, list)
	}
	if make, ok := made[name]; ok {
		raw, err := json.Marshal(make(h, l, category, org))
		h.must(err)
		return string(raw)
	}
	if a, ok := about[name]; ok {
		for _, v := range h.texts(a.sql, pgx.NamedArgs{"id": known[a.of], "turn": known["turn"]}) {
			return v
		}
		return "0"
	}
	sql, ok := objectsOf[name]
	if !ok {
		h.Fatalf("moves.txt: what is <%s>?", name)
	}
	if _, every := known["every_"+name]; every {
		return known[name]
	}
	list := h.texts(sql, pgx.NamedArgs{"category": category, "org": org})
	switch {
	case len(list) > 0 && strings.HasSuffix(sql, "DESC") && l.chance(name+" old", 80):
		return list[0]
	case len(list) > 0:
		return pick(l, name, list)
	case strings.HasSuffix(name, "version"):
		return "0"
	case name == "envelope":
		return h.policy.EnvelopeNames()[0]
	}
	return "01900000-0000-7000-8000-00000000ffff" // nothing
}

// made are the parts of a body that are longer than a word.
var made = map[string]func(h *history, l lot, category, org uuid.UUID) any{
	"answers":        (*history).drawAnswers,
	"prices":         (*history).drawPrices,
	"marks":          (*history).drawMarks,
	"submissions":    (*history).drawSubmissions,
	"recommendation": (*history).drawRecommendation,
	"visit_answers":  (*history).drawVisit,
}

type asked struct {
	ID, Kind string
	Max      *string
	Options  []string
	Seen     int
}

func (h *history) askedOf(category, org uuid.UUID) []asked {
	h.Helper()
	rows, err := h.owner.Query(h.ctx, `SELECT q.id::text, q.response_type, trim_scale(q.max_score)::text,
			ARRAY(SELECT o.id::text FROM question_option o WHERE o.question_id = q.id ORDER BY o.position),
			coalesce((SELECT r.version FROM response r JOIN participation p ON p.id = r.participation_id WHERE p.supplier_id = $2 AND r.question_id = q.id), 0)
		FROM question q WHERE q.category_id = $1 ORDER BY q.id`, category, org)
	h.must(err)
	out, err := pgx.CollectRows(rows, pgx.RowToStructByPos[asked])
	h.must(err)
	return out
}

// drawAnswers answers most questions, a few of them wrongly.
func (h *history) drawAnswers(l lot, category, org uuid.UUID) any {
	h.Helper()
	out := []map[string]any{}
	for i, q := range h.askedOf(category, org) {
		of := fmt.Sprint("answer", i)
		if q.Kind == "file_upload" || l.chance(of+" left out", 5) {
			continue
		}
		var value string
		switch {
		case q.Kind == "yes_no":
			value = pick(l, of, []string{"yes", "yes", "no"})
		case q.Kind == "true_false":
			value = pick(l, of, []string{"true", "false"})
		case len(q.Options) > 0:
			value = pick(l, of, q.Options)
			if second := pick(l, of+" second", q.Options); q.Kind == "checkboxes" {
				chosen, _ := json.Marshal(slices.Compact([]string{value, second}))
				value = string(chosen)
			}
		case q.Kind == "number":
			value = pick(l, of, []string{"1", "4", "5", "9.5", "120", "-3"})
		case l.chance(of+" empty", 3):
			value = ""
		default:
			value = pick(l, of, []string{"We have three lorries", "Since 1998", "ለሁሉም", "None"})
		}
		seen := q.Seen
		if l.chance(of+" stale", 4) {
			seen += 3
		}
		out = append(out, map[string]any{"question_id": q.ID, "value": value, "version": seen})
	}
	return out
}

// drawPrices prices most items, a few of them not at all.
func (h *history) drawPrices(l lot, category, org uuid.UUID) any {
	h.Helper()
	out := []map[string]any{}
	for i, item := range h.texts(objectsOf["item"], pgx.NamedArgs{"category": category}) {
		of := fmt.Sprint("price", i)
		if l.chance(of+" left out", 3) {
			continue
		}
		seen := 0
		for _, v := range h.texts("SELECT version::text FROM price_response r JOIN participation p ON p.id = r.participation_id WHERE r.item_id = $1 AND p.supplier_id = $2", item, org) {
			h.must(json.Unmarshal([]byte(v), &seen))
		}
		price := pick(l, of, []string{"100", "100", "90", "250", "99", "1200", "0.5", "12.25"})
		out = append(out, map[string]any{"item_id": item, "unit_price": price, "remarks": pick(l, of+" remark", []string{"", "With oars"}), "version": seen})
	}
	return out
}

// drawMarks marks what people have to mark, and now and then something else.
func (h *history) drawMarks(l lot, category, org uuid.UUID) any {
	h.Helper()
	out := []map[string]any{}
	for i, s := range h.texts(objectsOf["submission"], pgx.NamedArgs{"category": category}) {
		for j, q := range h.askedOf(category, org) {
			of := fmt.Sprint("mark", i, j)
			byPeople := q.Max != nil && (q.Kind == "textbox" || q.Kind == "text" || q.Kind == "file_upload")
			if !byPeople || l.chance(of+" left out", 2) {
				continue
			}
			marks := []string{"0", "4", "6.5", "7", "8", *q.Max, *q.Max}
			if l.chance(of+" wrong", 1) {
				marks = []string{"99"}
			}
			out = append(out, map[string]any{"submission_id": s, "question_id": q.ID, "value": pick(l, of, marks), "comment": pick(l, of+" comment", []string{"", "As they say"})})
		}
	}
	return out
}

func (h *history) drawSubmissions(l lot, category, _ uuid.UUID) any {
	out := []string{}
	for i, s := range h.texts("SELECT submission_id::text FROM bid_result WHERE category_id = $1 AND rank IS NOT NULL ORDER BY rank, submission_id", category) {
		if !l.chance(fmt.Sprint("round without", i), 20) {
			out = append(out, s)
		}
	}
	return out
}

// drawRecommendation mostly follows the ranking.
func (h *history) drawRecommendation(l lot, category, _ uuid.UUID) any {
	h.Helper()
	ranked := h.texts("SELECT submission_id::text FROM bid_result WHERE category_id = $1 ORDER BY rank NULLS LAST, submission_id", category)
	lines := h.texts("SELECT submission_id::text || ' ' || item_id::text FROM line_result WHERE category_id = $1 AND rank = 1 ORDER BY item_id, submission_id", category)
	out := map[string]any{}
	if l.chance("a reason", 60) {
		out["reason"] = "It is nearer"
	}
	switch {
	case len(lines) > 0 && l.chance("by line", 60):
		list := []map[string]any{}
		for _, line := range lines {
			submission, item, _ := strings.Cut(line, " ")
			list = append(list, map[string]any{"submission_id": submission, "item_id": item})
		}
		out["lines"] = list
	case len(ranked) > 0 && l.chance("the best", 75):
		out["submission_id"] = ranked[0]
	case len(ranked) > 0 && l.chance("another", 60):
		out["submission_id"] = pick(l, "which", ranked)
	}
	return out
}

// drawVisit answers all that is asked at a visit.
func (h *history) drawVisit(l lot, category, _ uuid.UUID) any {
	h.Helper()
	out := []map[string]any{}
	for i, question := range h.texts(objectsOf["visit_question"], pgx.NamedArgs{"category": category}) {
		value := pick(l, fmt.Sprint("found", i), words["yes_or_no"])
		out = append(out, map[string]any{"question_id": question, "value": value, "note": "Seen", "at": h.now, "version": 0})
	}
	return out
}
