-- name: OpenedBids :many
-- Its price is the one that stands: of the bid itself, or of the last round that the bidder took part in. What was
-- read out when it was opened stays as it was.
SELECT o.submission_id, o.supplier_id, o.opened_at, o.priced_at, o.price AS read_out, f.price, coalesce(f.bid_at, s.received_at)::timestamptz AS offered_at,
       coalesce(f.bid_seq, 0)::bigint AS bid_seq, o.currency, o.position, s.version, s.received_at, s.participation_id,
       c.name AS supplier_name, r.technical, r.technical_pass, r.financial_score, r.combined, r.rank, r.outcome, r.explanation
FROM opened_bid o JOIN offer f ON f.submission_id = o.submission_id
JOIN submission s ON s.id = o.submission_id JOIN company c ON c.id = o.supplier_id
LEFT JOIN bid_result r ON r.submission_id = o.submission_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id ORDER BY o.position;

-- name: Room :one
SELECT status, starts_at FROM auction WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: HoldRoom :one
-- Bids wait meanwhile: who is let in is decided before the first of them or not at all.
SELECT status, starts_at FROM auction WHERE category_id = @category_id AND buyer_id = @buyer_id FOR NO KEY UPDATE;

-- name: Entrants :many
-- Who entered a room, the first first.
SELECT supplier_id, joined_by, joined_at FROM auction_participant WHERE category_id = @category_id AND buyer_id = @buyer_id ORDER BY joined_at, supplier_id;

-- name: WithdrawnBids :many
SELECT c.name AS supplier_name, w.at FROM withdrawal w JOIN company c ON c.id = w.supplier_id
WHERE w.category_id = @category_id AND w.buyer_id = @buyer_id ORDER BY w.at;

-- name: ScoredQuestions :many
-- In the order of print. A question of a subsection counts to the section above it, by whose weight.
SELECT q.id, q.section_id, s.name AS section_name, top.id AS counts_to, top.name AS counts_to_name, top.weight, q.prompt, q.response_type, q.max_score, q.min_score,
       q.must_answer, q.goes_qa, q.goes_dd
FROM question q JOIN section s ON s.id = q.section_id JOIN section top ON top.id = coalesce(s.parent_id, s.id)
WHERE q.category_id = @category_id AND q.buyer_id = @buyer_id AND q.gone_by IS NULL
ORDER BY top.position, top.id, s.id <> top.id, s.position, s.id, q.position, q.id;

-- name: Options :many
SELECT o.id, o.question_id, o.label, o.score FROM question_option o JOIN question q ON q.id = o.question_id
WHERE q.category_id = @category_id AND o.buyer_id = @buyer_id AND q.gone_by IS NULL ORDER BY o.question_id, o.position;

-- name: Bands :many
SELECT b.question_id, b.lower, b.upper, b.score FROM question_band b JOIN question q ON q.id = b.question_id
WHERE q.category_id = @category_id AND b.buyer_id = @buyer_id AND q.gone_by IS NULL ORDER BY b.question_id, b.position;

-- name: OpenedAnswers :many
SELECT a.submission_id, a.question_id, a.value FROM opened_answer a JOIN opened_bid o ON o.submission_id = a.submission_id
WHERE o.category_id = @category_id AND a.buyer_id = @buyer_id;

-- name: OpenedPrices :many
SELECT p.submission_id, p.item_id, i.number, i.description, i.unit, i.quantity, p.unit_price, p.remarks
FROM opened_price p JOIN item i ON i.id = p.item_id JOIN opened_bid o ON o.submission_id = p.submission_id
WHERE o.category_id = @category_id AND p.buyer_id = @buyer_id ORDER BY p.submission_id, i.position, i.id;

-- name: OpenedFiles :many
SELECT f.submission_id, f.bid_file_id, b.question_id, b.name, b.media_type, b.size, d.kind AS paper, d.expires_on
FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id JOIN opened_bid o ON o.submission_id = f.submission_id
LEFT JOIN company_document d ON d.id = b.paper_id AND d.company_id = b.supplier_id
WHERE o.category_id = @category_id AND f.buyer_id = @buyer_id ORDER BY b.uploaded_at;

-- name: OpenedFile :one
SELECT f.file_key, b.name, b.media_type, b.store_key, b.question_id, o.category_id FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id
JOIN opened_bid o ON o.submission_id = f.submission_id
WHERE f.submission_id = @submission_id AND f.bid_file_id = @bid_file_id AND f.buyer_id = @buyer_id;

-- name: Declare :execrows
-- Who has finished declares nothing more, and who has stepped back does not come back.
INSERT INTO evaluation_assignment (category_id, account_id, buyer_id, interest, declaration, declared_at, assigned_at)
VALUES (@category_id, @account_id, @buyer_id, @interest, @declaration, @now::timestamptz, @now::timestamptz)
ON CONFLICT (category_id, account_id) DO UPDATE SET interest = excluded.interest, declaration = excluded.declaration, declared_at = excluded.declared_at
WHERE evaluation_assignment.final_at IS NULL AND evaluation_assignment.buyer_id = excluded.buyer_id
  AND (excluded.interest <> 'none' OR coalesce(evaluation_assignment.interest, 'none') = 'none');

-- name: Assignments :many
SELECT e.account_id, e.interest, e.declared_at, e.final_at, (a.first_name || ' ' || a.last_name)::text AS name
FROM evaluation_assignment e JOIN account a ON a.id = e.account_id
WHERE e.category_id = @category_id AND e.buyer_id = @buyer_id ORDER BY e.assigned_at;

-- name: FinaliseAssignment :execrows
UPDATE evaluation_assignment SET final_at = @now WHERE category_id = @category_id AND account_id = @account_id AND buyer_id = @buyer_id AND final_at IS NULL;

-- name: PutScore :exec
INSERT INTO score (submission_id, question_id, evaluator_id, buyer_id, supplier_id, value, comment, automatic, at)
VALUES (@submission_id, @question_id, @evaluator_id, @buyer_id, @supplier_id, @value, @comment, @automatic, @at)
ON CONFLICT (submission_id, question_id, evaluator_id) DO UPDATE SET value = excluded.value, comment = excluded.comment, at = excluded.at
WHERE score.buyer_id = excluded.buyer_id;

-- name: Scores :many
-- What somebody marked counts once they have finished, while they declare no interest.
SELECT s.submission_id, s.question_id, s.evaluator_id, s.value, s.comment, s.automatic,
       (e.final_at IS NOT NULL AND coalesce(e.interest, '') = 'none')::boolean AS counts
FROM score s JOIN opened_bid o ON o.submission_id = s.submission_id
    LEFT JOIN evaluation_assignment e ON e.category_id = o.category_id AND e.account_id = s.evaluator_id AND e.buyer_id = s.buyer_id
WHERE o.category_id = @category_id AND s.buyer_id = @buyer_id;

-- name: Progress :many
-- How many answers each person has scored of each bid, and not how.
SELECT s.submission_id, s.evaluator_id, count(*)::int AS scored FROM score s JOIN opened_bid o ON o.submission_id = s.submission_id
WHERE o.category_id = @category_id AND s.buyer_id = @buyer_id GROUP BY s.submission_id, s.evaluator_id;

-- name: Remarks :many
-- What was written beside the scores that a fixed result was made of.
SELECT s.submission_id, s.question_id, s.evaluator_id, s.comment
FROM score s JOIN bid_result r ON r.submission_id = s.submission_id
    JOIN evaluation_assignment e ON e.category_id = r.category_id AND e.account_id = s.evaluator_id AND e.buyer_id = s.buyer_id
WHERE r.category_id = @category_id AND s.buyer_id = @buyer_id AND s.comment <> '' AND e.final_at IS NOT NULL AND e.interest = 'none'
ORDER BY s.submission_id, s.question_id, s.evaluator_id;

-- name: PutResult :exec
INSERT INTO bid_result (submission_id, category_id, buyer_id, supplier_id, technical, technical_pass, price, financial_score, combined, rank, outcome, explanation,
                        failed_check, computed_at)
VALUES (@submission_id, @category_id, @buyer_id, @supplier_id, @technical, @technical_pass, @price, @financial_score, @combined, @rank, @outcome, @explanation,
        @failed_check, @at)
ON CONFLICT (submission_id) DO UPDATE SET technical = excluded.technical, technical_pass = excluded.technical_pass, price = excluded.price,
    financial_score = excluded.financial_score, combined = excluded.combined, rank = excluded.rank, outcome = excluded.outcome,
    explanation = excluded.explanation, failed_check = excluded.failed_check, computed_at = excluded.computed_at
WHERE bid_result.buyer_id = excluded.buyer_id;

-- name: PricedItems :many
SELECT i.id, i.quantity, r.amount AS reserve FROM item i LEFT JOIN reserve r ON r.item_id = i.id AND r.buyer_id = i.buyer_id
WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND i.gone_by IS NULL ORDER BY i.position, i.id;

-- name: OfferedPrices :many
-- What stands for each item, by the bids of the category itself.
SELECT f.submission_id, i.id AS item_id, p.unit_price
FROM offer f JOIN opened_price p ON p.submission_id = f.priced_by JOIN item x ON x.id = p.item_id
JOIN item i ON i.category_id = f.category_id AND i.number = x.number AND i.gone_by IS NULL
WHERE f.category_id = @category_id AND f.buyer_id = @buyer_id AND p.buyer_id = @buyer_id;

-- name: FrozenPrices :many
SELECT part, best, basis FROM frozen_price WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: PutFrozenPrice :exec
-- Written once, and anew when a round has moved prices.
INSERT INTO frozen_price (category_id, part, buyer_id, best, basis, frozen_at)
VALUES (@category_id, @part, @buyer_id, sqlc.narg(best)::numeric, @basis::uuid[], @at)
ON CONFLICT (category_id, part) DO UPDATE SET best = excluded.best, basis = excluded.basis, frozen_at = excluded.frozen_at
WHERE frozen_price.buyer_id = excluded.buyer_id;

-- name: ClearLineResults :exec
DELETE FROM line_result WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: InsertLineResult :exec
INSERT INTO line_result (category_id, item_id, submission_id, buyer_id, supplier_id, rank, amount, below_reserve)
VALUES (@category_id, @item_id, @submission_id, @buyer_id, @supplier_id, @rank, @amount, @below_reserve);

-- name: LineResults :many
SELECT l.item_id, l.submission_id, l.supplier_id, co.name AS supplier_name, l.rank, l.amount, l.below_reserve, i.number, i.description, i.position
FROM line_result l JOIN item i ON i.id = l.item_id JOIN company co ON co.id = l.supplier_id
WHERE l.category_id = @category_id AND l.buyer_id = @buyer_id ORDER BY i.position, i.id, l.rank, l.supplier_id;

-- name: ResultSums :many
-- What stands of each bid's result, in a sum: when it was computed is no part of it.
SELECT r.submission_id, md5((to_jsonb(r) - 'computed_at')::text || coalesce((SELECT string_agg(l.item_id::text || l.rank || l.amount || l.below_reserve, ',' ORDER BY l.item_id)
    FROM line_result l WHERE l.submission_id = r.submission_id AND l.buyer_id = r.buyer_id), ''))::text AS sum
FROM bid_result r WHERE r.category_id = @category_id AND r.buyer_id = @buyer_id;

-- name: OpenedPapers :many
-- Documents of opened bids with where they were asked for, in a section with what is below it.
SELECT f.submission_id, f.bid_file_id, f.file_key, b.question_id, b.name, b.size, b.store_key, x.prompt, coalesce(s.parent_id, s.id)::uuid AS section_id, co.name AS supplier_name
FROM opened_file f JOIN opened_bid o ON o.submission_id = f.submission_id JOIN bid_file b ON b.id = f.bid_file_id
JOIN question x ON x.id = b.question_id JOIN section s ON s.id = x.section_id JOIN company co ON co.id = o.supplier_id
WHERE o.category_id = @category_id AND f.buyer_id = @buyer_id
  AND (sqlc.narg(section_id)::uuid IS NULL OR s.id = sqlc.narg(section_id) OR s.parent_id = sqlc.narg(section_id))
ORDER BY co.name, o.position, s.position, x.position, x.id, b.uploaded_at, b.id;

-- name: TopSections :many
SELECT id, name FROM section WHERE category_id = @category_id AND buyer_id = @buyer_id AND parent_id IS NULL ORDER BY position, id;

-- name: PriceQueries :many
SELECT p.submission_id, p.question, p.due_at, p.asked_at, (a.first_name || ' ' || a.last_name)::text AS asked_by_name, p.answer, p.answered_at,
       p.outcome, p.reason, p.decided_at, coalesce(d.first_name || ' ' || d.last_name, '')::text AS decided_by_name, p.version
FROM price_query p JOIN account a ON a.id = p.asked_by LEFT JOIN account d ON d.id = p.decided_by
WHERE p.category_id = @category_id AND p.buyer_id = @buyer_id ORDER BY p.asked_at, p.submission_id;

-- name: HoldPriceQuery :one
SELECT due_at, answered_at, outcome, version FROM price_query WHERE submission_id = @submission_id AND buyer_id = @buyer_id FOR UPDATE;

-- name: InsertPriceQuery :execrows
INSERT INTO price_query (submission_id, category_id, buyer_id, supplier_id, question, due_at, asked_by, asked_at, version)
VALUES (@submission_id, @category_id, @buyer_id, @supplier_id, @question, @due_at, @asked_by, @asked_at, 1) ON CONFLICT DO NOTHING;

-- name: DecidePriceQuery :exec
UPDATE price_query SET outcome = @outcome::text, reason = @reason, decided_by = @decided_by::uuid, decided_at = @decided_at::timestamptz, version = version + 1
WHERE submission_id = @submission_id AND buyer_id = @buyer_id;

-- name: MyActivity :one
SELECT j.activity FROM participation p JOIN category c ON c.id = p.category_id JOIN job j ON j.id = c.job_id
WHERE p.id = @participation_id AND p.supplier_id = @supplier_id;

-- name: MyPriceQuery :one
-- Of a bid's own supplier: whether the bid is out it hears with the results.
SELECT p.submission_id, p.category_id, p.buyer_id, p.question, p.due_at, p.asked_at, p.asked_by, p.answer, p.answered_at, (p.outcome IS NOT NULL)::boolean AS decided
FROM price_query p JOIN submission s ON s.id = p.submission_id
WHERE s.participation_id = @participation_id AND p.supplier_id = @supplier_id;

-- name: HoldMyPriceQuery :one
SELECT due_at, answered_at, outcome, version FROM price_query WHERE submission_id = @submission_id AND supplier_id = @supplier_id FOR UPDATE;

-- name: ExplainPrice :exec
UPDATE price_query SET answer = @answer, answered_by = @answered_by::uuid, answered_at = @answered_at::timestamptz, version = version + 1
WHERE submission_id = @submission_id AND supplier_id = @supplier_id;

-- name: CategoryOfBid :one
SELECT category_id FROM opened_bid WHERE submission_id = @submission_id AND buyer_id = @buyer_id;
