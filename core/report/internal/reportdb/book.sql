-- name: ReportedInvitations :many
SELECT c.reference, c.name, s.name AS supplier, s.country, i.invited_at, i.viewed_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS invited_by
FROM invitation i JOIN category c ON c.id = i.category_id JOIN company s ON s.id = i.supplier_id LEFT JOIN account a ON a.id = i.invited_by
WHERE i.category_id = ANY(@categories::uuid[]) AND i.buyer_id = @buyer_id ORDER BY c.reference, s.name, s.id;

-- name: ReportedPayments :many
-- Who paid is named where identities may be seen; the order is that of payment, so that it tells nothing more.
SELECT c.reference, c.name, (CASE WHEN c.id = ANY(@named::uuid[]) THEN s.name ELSE '' END)::text AS supplier,
       (CASE WHEN c.id = ANY(@named::uuid[]) THEN o.number ELSE '' END)::text AS order_number, l.fee, o.currency, o.paid_at::timestamptz AS paid_at
FROM order_line l JOIN purchase_order o ON o.id = l.order_id JOIN category c ON c.id = l.category_id JOIN company s ON s.id = l.supplier_id
WHERE l.category_id = ANY(@categories::uuid[]) AND l.buyer_id = @buyer_id AND o.paid_at IS NOT NULL ORDER BY c.reference, o.paid_at, l.order_id;

-- name: ReportedParticipants :many
-- Who takes part is named, and whether they submitted is told, where identities may be seen.
SELECT c.reference, c.name, (c.id = ANY(@named::uuid[]))::boolean AS named, s.name AS supplier, s.country, s.email, s.phone, p.paid_at,
       EXISTS (SELECT FROM submission n WHERE n.participation_id = p.id AND n.withdrawn_at IS NULL AND n.set_aside_by IS NULL AND NOT n.from_room) AS submitted
FROM participation p JOIN category c ON c.id = p.category_id JOIN company s ON s.id = p.supplier_id
WHERE p.category_id = ANY(@categories::uuid[]) AND p.buyer_id = @buyer_id ORDER BY c.reference, p.paid_at, p.id;

-- name: ReportedCommittee :many
-- Who judged to the end, and who checked; where nobody did, who opened the prices.
WITH hands AS (
    SELECT e.category_id, e.account_id, e.final_at AS at, false AS opened FROM evaluation_assignment e
    WHERE e.category_id = ANY(@categories::uuid[]) AND e.buyer_id = @buyer_id AND e.interest = 'none' AND e.final_at IS NOT NULL
    UNION ALL SELECT k.category_id, k.checked_by, k.checked_at, false FROM quality_check k JOIN quality_declaration d ON d.category_id = k.category_id AND d.account_id = k.checked_by
    WHERE k.category_id = ANY(@categories::uuid[]) AND k.buyer_id = @buyer_id AND d.interest = 'none'
    UNION ALL SELECT o.category_id, p.account_id, p.at, true FROM opening_session o JOIN opening_approval p ON p.session_id = o.id
    WHERE o.category_id = ANY(@categories::uuid[]) AND o.buyer_id = @buyer_id AND o.opened_at IS NOT NULL)
SELECT c.reference, c.name, a.id AS account_id, (a.first_name || ' ' || a.last_name)::text AS person, f.name AS company, max(h.at)::timestamptz AS at
FROM hands h JOIN category c ON c.id = h.category_id JOIN account a ON a.id = h.account_id JOIN company f ON f.id = a.company_id
WHERE h.opened = (NOT EXISTS (SELECT FROM hands x WHERE x.category_id = h.category_id AND NOT x.opened))
GROUP BY c.reference, c.name, a.id, a.first_name, a.last_name, f.name ORDER BY c.reference, min(h.at), a.id;

-- name: ReportedSessions :many
SELECT c.reference, c.name, o.envelope, o.requested_at, o.opened_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS person, p.at, p.signed_at
FROM opening_session o JOIN category c ON c.id = o.category_id LEFT JOIN opening_approval p ON p.session_id = o.id LEFT JOIN account a ON a.id = p.account_id
WHERE o.category_id = ANY(@categories::uuid[]) AND o.buyer_id = @buyer_id ORDER BY c.reference, o.requested_at, p.at;

-- name: ReportedBids :many
-- A price that was not read out is not there; one that was stands as it was read out.
SELECT c.reference, c.name, o.submission_id, o.supplier_id, s.name AS supplier, o.position, v.version, v.received_at, o.price, o.currency
FROM opened_bid o JOIN category c ON c.id = o.category_id JOIN company s ON s.id = o.supplier_id JOIN submission v ON v.id = o.submission_id
WHERE o.category_id = ANY(@categories::uuid[]) AND o.buyer_id = @buyer_id ORDER BY c.reference, o.position;

-- name: ReportedWithdrawals :many
SELECT c.reference, c.name, s.name AS supplier, w.reason, w.at
FROM withdrawal w JOIN category c ON c.id = w.category_id JOIN company s ON s.id = w.supplier_id
WHERE w.category_id = ANY(@categories::uuid[]) AND w.buyer_id = @buyer_id ORDER BY c.reference, w.at;

-- name: ReportedQuestions :many
-- In the order of print.
SELECT c.id AS category_id, c.reference, c.name, top.name AS section, q.id, q.prompt
FROM question q JOIN category c ON c.id = q.category_id JOIN section s ON s.id = q.section_id JOIN section top ON top.id = coalesce(s.parent_id, s.id)
WHERE q.category_id = ANY(@categories::uuid[]) AND q.buyer_id = @buyer_id AND q.gone_by IS NULL
ORDER BY c.reference, c.id, top.position, top.id, s.id <> top.id, s.position, s.id, q.position, q.id;

-- name: ReportedOptions :many
SELECT o.id, o.label FROM question_option o JOIN question q ON q.id = o.question_id
WHERE q.category_id = ANY(@categories::uuid[]) AND o.buyer_id = @buyer_id AND q.gone_by IS NULL;

-- name: ReportedAnswers :many
SELECT a.submission_id, a.question_id, a.value, n.response_type FROM opened_answer a JOIN opened_bid o ON o.submission_id = a.submission_id JOIN question n ON n.id = a.question_id
WHERE o.category_id = ANY(@categories::uuid[]) AND a.buyer_id = @buyer_id
  AND (cardinality(@questions::uuid[]) = 0 OR a.question_id = ANY(@questions::uuid[]))
  AND (sqlc.narg(supplier)::uuid IS NULL OR a.supplier_id = sqlc.narg(supplier));

-- name: ReportedFiles :many
-- The names of what was handed in, as the answers that they are.
SELECT f.submission_id, b.question_id, string_agg(b.name, ', ' ORDER BY b.uploaded_at, b.id)::text AS names
FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id JOIN opened_bid o ON o.submission_id = f.submission_id
WHERE o.category_id = ANY(@categories::uuid[]) AND f.buyer_id = @buyer_id
  AND (cardinality(@questions::uuid[]) = 0 OR b.question_id = ANY(@questions::uuid[]))
  AND (sqlc.narg(supplier)::uuid IS NULL OR f.supplier_id = sqlc.narg(supplier))
GROUP BY f.submission_id, b.question_id;

-- name: ReportedResults :many
-- The ranked first in their order; who is not ranked stands below, by name.
SELECT c.reference, c.name, s.name AS supplier, trim_scale(r.technical)::text AS technical, r.technical_pass, r.price, o.currency,
       coalesce(trim_scale(r.financial_score)::text, '')::text AS financial_score, coalesce(trim_scale(r.combined)::text, '')::text AS combined, r.rank,
       r.outcome, coalesce(r.failed_check, '')::text AS failed_check
FROM bid_result r JOIN opened_bid o ON o.submission_id = r.submission_id JOIN category c ON c.id = r.category_id JOIN company s ON s.id = r.supplier_id
WHERE r.category_id = ANY(@categories::uuid[]) AND r.buyer_id = @buyer_id ORDER BY c.reference, r.rank NULLS LAST, r.outcome DESC, s.name, s.id;

-- name: ReportedMarks :many
-- Marks of people count once they have finished, while they declare no interest.
SELECT c.reference, c.name, s.name AS supplier, top.name AS section, q.prompt, coalesce(trim_scale(q.max_score)::text, '')::text AS max_score, m.automatic,
       coalesce(a.first_name || ' ' || a.last_name, '')::text AS evaluator, trim_scale(m.value)::text AS value, m.comment
FROM score m JOIN opened_bid o ON o.submission_id = m.submission_id JOIN category c ON c.id = o.category_id JOIN company s ON s.id = m.supplier_id
JOIN question q ON q.id = m.question_id JOIN section x ON x.id = q.section_id JOIN section top ON top.id = coalesce(x.parent_id, x.id)
LEFT JOIN account a ON a.id = m.evaluator_id
LEFT JOIN evaluation_assignment e ON e.category_id = c.id AND e.account_id = m.evaluator_id AND e.buyer_id = m.buyer_id
WHERE c.id = ANY(@categories::uuid[]) AND m.buyer_id = @buyer_id
  AND (m.automatic OR (e.final_at IS NOT NULL AND coalesce(e.interest, '') = 'none'))
ORDER BY c.reference, o.position, top.position, top.id, x.position, x.id, q.position, q.id, m.automatic DESC, m.evaluator_id;

-- name: ReportedPrices :many
-- What stands for each item: of the bid itself, or of the last round that the bidder took part in.
SELECT c.id AS category_id, c.reference, c.name, i.id AS item_id, i.number, i.description, i.unit, trim_scale(i.quantity)::text AS quantity, f.submission_id, s.name AS supplier, p.unit_price, c.currency
FROM offer f JOIN category c ON c.id = f.category_id JOIN opened_bid o ON o.submission_id = f.submission_id JOIN company s ON s.id = f.supplier_id
JOIN opened_price p ON p.submission_id = f.priced_by JOIN item x ON x.id = p.item_id JOIN item i ON i.category_id = c.id AND i.number = x.number AND i.gone_by IS NULL
WHERE c.id = ANY(@categories::uuid[]) AND c.buyer_id = @buyer_id ORDER BY c.reference, c.id, i.position, i.id, o.position;

-- name: ReportedTotals :many
SELECT c.reference, c.name, s.name AS supplier, o.price AS read_out, f.price, c.currency
FROM offer f JOIN opened_bid o ON o.submission_id = f.submission_id JOIN category c ON c.id = f.category_id JOIN company s ON s.id = f.supplier_id
WHERE c.id = ANY(@categories::uuid[]) AND c.buyer_id = @buyer_id AND f.price IS NOT NULL ORDER BY c.reference, o.position;

-- name: ReportedLines :many
SELECT c.reference, c.name, i.number, i.description, l.rank, s.name AS supplier, l.amount, c.currency
FROM line_result l JOIN category c ON c.id = l.category_id JOIN item i ON i.id = l.item_id JOIN company s ON s.id = l.supplier_id
WHERE c.id = ANY(@categories::uuid[]) AND c.buyer_id = @buyer_id ORDER BY c.reference, i.position, i.id, l.rank, s.name, s.id;

-- name: ReportedRounds :many
-- Each price of a bidder as it was opened, from the bid to the last round: rounds of which the prices are open.
SELECT c.reference, c.name, s.name AS supplier, w.round, o.price::numeric(20,4) AS price, c.currency
FROM category w JOIN category c ON c.id = coalesce(w.parent_id, w.id) JOIN opened_bid o ON o.category_id = w.id JOIN company s ON s.id = o.supplier_id
WHERE c.id = ANY(@categories::uuid[]) AND c.buyer_id = @buyer_id AND o.price IS NOT NULL AND w.status = ANY(@priced::text[])
ORDER BY c.reference, s.name, s.id, w.round;

-- name: ReportedChecks :many
-- Of both turns; the second one counts where it was finished.
SELECT c.reference, c.name, s.name AS supplier, q.prompt, k.turn, k.verdict, k.note, (a.first_name || ' ' || a.last_name)::text AS person, k.checked_at
FROM (SELECT 'first'::text AS turn, submission_id, question_id, category_id, supplier_id, verdict, note, checked_by, checked_at
      FROM quality_check WHERE quality_check.category_id = ANY(@categories::uuid[]) AND quality_check.buyer_id = @buyer_id
      UNION ALL
      SELECT 'second'::text AS turn, submission_id, question_id, category_id, supplier_id, verdict, note, checked_by, checked_at
      FROM quality_control WHERE quality_control.category_id = ANY(@categories::uuid[]) AND quality_control.buyer_id = @buyer_id) k
JOIN category c ON c.id = k.category_id JOIN company s ON s.id = k.supplier_id JOIN question q ON q.id = k.question_id
JOIN opened_bid o ON o.submission_id = k.submission_id JOIN account a ON a.id = k.checked_by
ORDER BY c.reference, o.position, q.position, q.id, k.turn;

-- name: ReportedAwards :many
SELECT c.reference, c.name, s.name AS supplier, coalesce(i.number, '')::text AS number, coalesce(i.description, '')::text AS description, l.amount, a.currency, a.decided_at,
       a.standstill_ends, (p.first_name || ' ' || p.last_name)::text AS person, coalesce(r.reason, '')::text AS reason
FROM award a JOIN award_line l ON l.award_id = a.id JOIN category c ON c.id = a.category_id JOIN company s ON s.id = l.supplier_id
LEFT JOIN item i ON i.id = l.item_id JOIN account p ON p.id = a.decided_by LEFT JOIN recommendation r ON r.category_id = a.category_id
WHERE c.id = ANY(@categories::uuid[]) AND a.buyer_id = @buyer_id AND c.status <> 'unsuccessful' ORDER BY c.reference, l.position;

-- name: ReportedEntries :many
-- Of the lists of categories, and of a window of an intake who came onto one by it.
SELECT c.reference, c.name, s.name AS supplier, s.country, l.status, l.listed_at, l.listed_until, l.reason
FROM list_entry l JOIN category c ON c.id = l.category_id JOIN company s ON s.id = l.supplier_id
    JOIN submission n ON n.id = l.submission_id
WHERE (c.id = ANY(@categories::uuid[]) OR n.category_id = ANY(@categories::uuid[])) AND l.buyer_id = @buyer_id ORDER BY c.reference, s.name, s.id;

-- name: ClosedRooms :many
SELECT category_id FROM auction WHERE category_id = ANY(@categories::uuid[]) AND buyer_id = @buyer_id AND status = 'closed';

-- name: ReportedRules :many
SELECT c.reference, c.name, a.currency, a.best_price, a.visibility, a.show_bidders, a.step_amount, coalesce(trim_scale(a.step_percent)::text, '')::text AS step_percent,
       a.reference AS improves, a.start_price, trim_scale(a.jump_percent)::text AS jump_percent, a.starts_at, a.ends_at, a.hard_end, a.window_seconds,
       a.extend_seconds, a.extend_from, a.extend_on, a.trigger_rank, a.max_extensions, a.extensions
FROM auction a JOIN category c ON c.id = a.category_id
WHERE a.category_id = ANY(@categories::uuid[]) AND a.buyer_id = @buyer_id ORDER BY c.reference;

-- name: ReportedStanding :many
-- What stands in a room, the best first; of equal prices the earlier.
SELECT c.reference, c.name, s.name AS supplier, p.alias, p.blocked, p.joined_at, e.amount, a.currency, e.at,
       (SELECT count(*) FROM auction_event n WHERE n.category_id = a.category_id AND n.supplier_id = p.supplier_id AND n.amount IS NOT NULL) AS bids
FROM auction a JOIN category c ON c.id = a.category_id JOIN auction_participant p ON p.category_id = a.category_id JOIN company s ON s.id = p.supplier_id
LEFT JOIN auction_event e ON e.category_id = p.category_id AND e.seq = p.best_seq
WHERE a.category_id = ANY(@categories::uuid[]) AND a.buyer_id = @buyer_id
ORDER BY c.reference, CASE a.best_price WHEN 'lowest' THEN p.best ELSE -p.best END NULLS LAST, p.best_seq, s.name, s.id;

-- name: ReportedBests :many
-- What the best price of a room is held against: each where there is one.
SELECT c.reference, c.name, a.currency, a.best_price, c.estimate, a.start_price, l.amount AS first_bid, best.amount::numeric(20,4) AS best
FROM auction a JOIN category c ON c.id = a.category_id
JOIN LATERAL (SELECT p.best AS amount FROM auction_participant p WHERE p.category_id = a.category_id AND p.best IS NOT NULL
              ORDER BY CASE a.best_price WHEN 'lowest' THEN p.best ELSE -p.best END LIMIT 1) best ON true
LEFT JOIN LATERAL (SELECT e.amount FROM auction_event e WHERE e.category_id = a.category_id AND e.amount IS NOT NULL
                   AND NOT EXISTS (SELECT FROM auction_event v WHERE v.category_id = e.category_id AND v.voids = e.seq)
                   ORDER BY e.seq LIMIT 1) l ON true
WHERE a.category_id = ANY(@categories::uuid[]) AND a.buyer_id = @buyer_id ORDER BY c.reference;

-- name: ReportedEvents :many
-- All that happened in a room, in its one order.
SELECT c.reference, c.name, e.seq, e.kind, coalesce(s.name, '')::text AS supplier, e.amount, a.currency, e.at, e.ends_after, e.reason, e.voids, v.seq AS voided_by,
       coalesce(b.first_name || ' ' || b.last_name, '')::text AS person
FROM auction_event e JOIN auction a ON a.category_id = e.category_id JOIN category c ON c.id = e.category_id
LEFT JOIN company s ON s.id = e.supplier_id LEFT JOIN account b ON b.id = e.by_id AND b.company_id IS DISTINCT FROM e.supplier_id
LEFT JOIN auction_event v ON v.category_id = e.category_id AND v.voids = e.seq
WHERE a.category_id = ANY(@categories::uuid[]) AND a.buyer_id = @buyer_id ORDER BY c.reference, e.seq;

-- name: OpenedSuppliers :many
SELECT DISTINCT s.id, s.name FROM opened_bid o JOIN company s ON s.id = o.supplier_id
WHERE o.category_id = ANY(@categories::uuid[]) AND o.buyer_id = @buyer_id ORDER BY s.name, s.id;

-- name: BuyerName :one
SELECT name FROM company WHERE id = @buyer_id;
