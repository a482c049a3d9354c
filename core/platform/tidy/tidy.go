// Package tidy says for each table when its rows end, and ends them. What the log of
// the platform holds a sum of is never touched, and the log least of all.
package tidy

import (
	"context"
	"fmt"

	"zabuni.org/core/platform/pg"
)

// A Rule says when rows of a table have been kept for long enough.
type Rule struct {
	Table string
	Days  int    // that they stay
	Since string // from when on, in SQL
	Only  string // which of them at all, in SQL; empty is all
	What  string // they are, for people
	Why   string
}

const (
	month = 30
	year  = 365
	seven = 7 * year
)

// Rules are all there are. A table has several where its rows differ.
var Rules = []Rule{
	{
		Table: "inbox",
		Days:  month,
		Since: "handled_at",
		What:  "which consumer has acted on which event",
		Why:   "the bus delivers an event again within 14 days, never later",
	},
	{
		Table: "message_attempt",
		Days:  month,
		Since: "at",
		What:  "tries at an event",
		Why:   "as above",
	},
	{
		Table: "parked_message",
		Days:  year,
		Since: "parked_at",
		Only:  "again_at IS NULL",
		What:  "events that failed again and again",
		Why:   "what nobody has driven on for a year nobody misses; metrics, doctor and the operator's desk have told of it all the time",
	},
	{
		Table: "idempotency",
		Days:  month,
		Since: "created_at",
		What:  "answers to requests that may be repeated",
		Why:   "a device that was offline for longer asks anew",
	},
	{
		Table: "session",
		Days:  90,
		Since: "least(expires_at, coalesce(ended_at, expires_at))",
		Only:  "NOT EXISTS (SELECT FROM support_view v WHERE v.session_id = session.id) AND NOT EXISTS (SELECT FROM mailed_secret m WHERE m.session_id = session.id)",
		What:  "sessions that are over",
		Why:   "long enough to look into a break-in; the log has the sign-ins",
	},
	{
		Table: "mailed_secret",
		Days:  month,
		Since: "expires_at",
		What:  "codes and links of mails, as hashes",
		Why:   "they are worth nothing any more",
	},
	{
		Table: "known_device",
		Days:  year + month,
		Since: "seen_at",
		What:  "browsers that have signed an account in",
		Why:   "after a year one is a stranger again",
	},
	{
		Table: "notification",
		Days:  year,
		Since: "created_at",
		What:  "what the inbox of the app shows",
		Why:   "what it tells of stands elsewhere",
	},
	{
		Table: "mail_delivery",
		Days:  year,
		Since: "created_at",
		Only:  "NOT statutory AND status NOT IN ('queued', 'gathered')",
		What:  "mails, with each attempt at them",
		Why:   "enough to find out why one did not come",
	},
	{
		Table: "mail_delivery",
		Days:  seven,
		Since: "created_at",
		Only:  "statutory AND status <> 'queued'",
		What:  "mails that the law asks for, such as letters of award, with each attempt at them",
		Why:   "as long as the papers of a tender",
	},
	{
		Table: "payment_callback",
		Days:  year,
		Since: "received_at",
		Only:  "attempt_id IS NULL",
		What:  "words of a payment provider that belong to no payment",
		Why:   "anybody can send them; a payment that is looked for is looked for within a year",
	},
	{
		Table: "payment_callback",
		Days:  seven,
		Since: "received_at",
		Only:  "attempt_id IS NOT NULL",
		What:  "words of a payment provider on a payment",
		Why:   "as long as books are kept",
	},
	{
		Table: "auction_practice",
		Days:  month,
		Since: "begun_at",
		What:  "exercises at auctions",
		Why:   "one is over after minutes, and nothing rests on it",
	},
	{
		Table: "task",
		Days:  90,
		Since: "finished_at",
		Only:  "status IN ('completed', 'failed', 'cancelled')",
		What:  "background work that is over",
		Why:   "what it made is a document, or is made again",
	},
}

// Stays says of every other table why nothing of it goes. Those of which the log
// holds sums need no word: see the table kept.
var Stays = map[string]string{
	"audit_entry":                 "the log",
	"log_hash":                    "the log",
	"log_checkpoint":              "the log",
	"witness":                     "the log",
	"kept":                        "one row a table",
	"goose_db_version":            "one row a migration",
	"outbox":                      "the relay removes what has been published",
	"ticket":                      "each that is given removes those that are over",
	"rate_limit":                  "the duty that forgets limits",
	"slow_bucket":                 "the duty that forgets limits",
	"upload":                      "the duty that sweeps uploads of bids, after a week",
	"upload_part":                 "goes with its upload",
	"contract_upload":             "the duty that sweeps uploads of contracts, after a week",
	"contract_upload_part":        "goes with its upload",
	"company_upload":              "the duty that sweeps uploads, after a day",
	"company_upload_part":         "goes with its upload",
	"mail_attempt":                "goes with its mail",
	"support_view":                "who looked at whose data, and why",
	"authenticator":               "one an account",
	"recovery_code":               "a few an account",
	"mail_unsubscribed":           "the person's wish holds until it is taken back",
	"mail_template":               "the operator's words",
	"mail_choice":                 "the person's wish holds until it is taken back",
	"mail_hours":                  "one an account",
	"location":                    "reference",
	"special_group":               "reference",
	"criterion":                   "the operator's library",
	"criterion_question":          "the operator's library",
	"criterion_option":            "the operator's library",
	"criterion_band":              "the operator's library",
	"category_type":               "reference",
	"classification":              "reference; a list has its bound",
	"holiday":                     "reference; a list has its bound",
	"reference_list":              "one row a list",
	"company_key":                 "one a company",
	"company_category_type":       "of a company",
	"company_supply_location":     "of a company",
	"contract_reminder":           "a few a contract",
	"contract_milestone_reminder": "a few a milestone",
	"company_document":            "of a company, which a bid may rest on",
	"company_owner":               "of a company, with those of earlier",
	"company_special_group":       "of a company",
	"expiry":                      "one a paper",
	"expiry_reminder":             "a few a paper",
	"buyer_service":               "of a company",
	"buyer_category_type":         "of a company",
	"branch":                      "of a company",
	"department":                  "of a company",
	"document_template":           "of a company",
	"document_template_version":   "of a company; contracts name theirs",
	"letter_template":             "of a company",
	"job_counter":                 "a few a company: references are not given twice",
	"payment_series":              "one a country: numbers of papers are not given twice",
	"plan_counter":                "one a company: numbers of plans are not given twice",
	"meeting_counter":             "one a company: numbers of meetings are not given twice",
	"meeting_attendee":            "of a meeting: who was asked, for the calendar that has to hear of it",
	"calendar_feed":               "one an account, which ends it",
	"risk_counter":                "one a company: numbers of risks are not given twice",
	"job_import":                  "of a job: where it came from",
	"job_import_unmapped":         "of a job: where it came from",
	"cart_item":                   "the person's own, at most one a category",
	"closing_reminder":            "one a closing: nobody is reminded twice",
	"response":                    "of a bid, sealed",
	"price_response":              "of a bid, sealed",
}

// most rows go in one step, so that nobody waits for them.
const most = 1000

// Step ends what is over of every table, so much at a time, and reports whether
// there may be more. Several processes may do it at once.
func Step(ctx context.Context, db pg.DB) (more bool, err error) {
	for _, r := range Rules {
		tag, err := db.Exec(ctx, r.sql(), r.Days, most)
		if err != nil {
			return false, fmt.Errorf("rows of %s that are over: %w", r.Table, err)
		}
		more = more || tag.RowsAffected() == most
	}
	return more, nil
}

func (r Rule) sql() string {
	only := r.Only
	if only == "" {
		only = "true"
	}
	return fmt.Sprintf(`DELETE FROM %[1]s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %[1]s
		WHERE %[2]s < zabuni.clock() - make_interval(days => $1) AND (%[3]s) LIMIT $2 FOR UPDATE SKIP LOCKED))`, r.Table, r.Since, only)
}
