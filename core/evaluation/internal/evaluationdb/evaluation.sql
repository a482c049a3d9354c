-- name: Category :one
SELECT id, job_id, buyer_id, activity, name, reference, number, currency, status, opens_at, closes_at, closed_at, closing_root, closing_count, closing_note,
       openers, pass_mark, technical_weight, financial_weight, price_formula
FROM category WHERE id = @id AND buyer_id = @buyer_id;

-- name: LockCategory :one
SELECT id, job_id, buyer_id, activity, name, reference, number, currency, status, opens_at, closes_at, closed_at, closing_root, closing_count, closing_note,
       openers, pass_mark, technical_weight, financial_weight, price_formula
FROM category WHERE id = @id AND buyer_id = @buyer_id FOR UPDATE;

-- name: MoveCategory :exec
UPDATE category SET status = @status, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: Key :one
SELECT id, recipient, wrapped, closes_at, sequence FROM category_key WHERE category_id = @category_id AND buyer_id = @buyer_id AND envelope = @envelope;

-- name: Session :one
SELECT id, status, requested_by, requested_at, opened_at FROM opening_session
WHERE category_id = @category_id AND buyer_id = @buyer_id AND envelope = @envelope AND status <> 'aborted' FOR UPDATE;

-- name: InsertSession :exec
INSERT INTO opening_session (id, category_id, buyer_id, envelope, status, requested_by, requested_at)
VALUES (@id, @category_id, @buyer_id, @envelope, 'quorum_waiting', @requested_by, @now);

-- name: SessionOpened :exec
UPDATE opening_session SET status = 'opened', opened_at = @now WHERE id = @id AND buyer_id = @buyer_id;

-- name: SessionLocked :exec
UPDATE opening_session SET status = 'locked' WHERE id = @id AND buyer_id = @buyer_id;

-- name: Sessions :many
SELECT id, envelope, status, requested_at, opened_at FROM opening_session
WHERE category_id = @category_id AND buyer_id = @buyer_id AND status <> 'aborted' ORDER BY requested_at;

-- name: PutApproval :exec
INSERT INTO opening_approval (session_id, account_id, buyer_id, at) VALUES (@session_id, @account_id, @buyer_id, @at)
ON CONFLICT (session_id, account_id) DO UPDATE SET at = excluded.at WHERE opening_approval.buyer_id = excluded.buyer_id;

-- name: Approvals :many
SELECT p.session_id, p.account_id, p.at, p.signed_at, (a.first_name || ' ' || a.last_name)::text AS name, a.status,
       EXISTS (SELECT FROM account_role ar JOIN role_privilege rp ON rp.role_id = ar.role_id
               WHERE ar.account_id = a.id AND rp.title = 'OPEN_BIDS'
               GROUP BY rp.title HAVING NOT bool_or(rp.denied))::boolean AS entitled
FROM opening_approval p JOIN account a ON a.id = p.account_id
WHERE p.session_id = @session_id AND p.buyer_id = @buyer_id ORDER BY p.at;

-- name: SignMinutes :execrows
UPDATE opening_approval SET signed_at = @now WHERE session_id = @session_id AND account_id = @account_id AND buyer_id = @buyer_id AND signed_at IS NULL;

-- name: LatestSealed :many
-- The opener's: the latest submission of each bidder that has not withdrawn, in the order of receipt.
SELECT s.id, s.supplier_id, s.version, s.received_at, s.receipt, s.participation_id, e.sealed, c.name AS supplier_name
FROM submission s JOIN sealed_envelope e ON e.submission_id = s.id AND e.envelope = @envelope JOIN company c ON c.id = s.supplier_id
WHERE s.category_id = @category_id AND s.buyer_id = @buyer_id AND s.withdrawn_at IS NULL
  AND s.version = (SELECT max(l.version) FROM submission l WHERE l.participation_id = s.participation_id)
ORDER BY s.received_at, s.id;

-- name: SealedFiles :many
SELECT f.bid_file_id, f.wrapped, b.sealed_sha256 FROM sealed_file f JOIN bid_file b ON b.id = f.bid_file_id
WHERE f.submission_id = @submission_id AND f.buyer_id = @buyer_id;

-- name: InsertOpenedBid :exec
INSERT INTO opened_bid (submission_id, category_id, buyer_id, supplier_id, technical_at, position)
VALUES (@submission_id, @category_id, @buyer_id, @supplier_id, @at, @position) ON CONFLICT DO NOTHING;

-- name: OpenPrice :exec
UPDATE opened_bid SET financial_at = @at, price = @price, currency = @currency WHERE submission_id = @submission_id AND buyer_id = @buyer_id;

-- name: InsertOpenedAnswers :exec
INSERT INTO opened_answer (submission_id, question_id, buyer_id, supplier_id, value)
SELECT @submission_id, unnest(@questions::uuid[]), @buyer_id, @supplier_id, unnest(@values::text[]);

-- name: InsertOpenedPrices :exec
INSERT INTO opened_price (submission_id, item_id, buyer_id, supplier_id, unit_price, remarks)
SELECT @submission_id, unnest(@items::uuid[]), @buyer_id, @supplier_id, unnest(@prices::numeric[]), unnest(@remarks::text[]);

-- name: InsertOpenedFile :exec
INSERT INTO opened_file (submission_id, bid_file_id, buyer_id, supplier_id, file_key) VALUES (@submission_id, @bid_file_id, @buyer_id, @supplier_id, @file_key);

-- name: OpenedBids :many
SELECT o.submission_id, o.supplier_id, o.technical_at, o.financial_at, o.price, o.currency, o.position, s.version, s.received_at, s.participation_id,
       c.name AS supplier_name, r.technical, r.technical_pass, r.financial_score, r.combined, r.rank, r.outcome, r.explanation
FROM opened_bid o JOIN submission s ON s.id = o.submission_id JOIN company c ON c.id = o.supplier_id
LEFT JOIN bid_result r ON r.submission_id = o.submission_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id ORDER BY o.position;

-- name: WithdrawnBids :many
SELECT c.name AS supplier_name, w.at FROM withdrawal w JOIN company c ON c.id = w.supplier_id
WHERE w.category_id = @category_id AND w.buyer_id = @buyer_id ORDER BY w.at;

-- name: MoveParticipation :exec
UPDATE participation SET status = @status WHERE id = @id AND buyer_id = @buyer_id;

-- name: ScoredQuestions :many
-- In the order of print. A question of a subsection counts to the section above it, by whose weight.
SELECT q.id, q.section_id, s.name AS section_name, top.id AS counts_to, top.weight, q.prompt, q.response_type, q.scored, q.max_score, q.min_score,
       q.must_answer, q.goes_qa, q.goes_dd
FROM question q JOIN section s ON s.id = q.section_id JOIN section top ON top.id = coalesce(s.parent_id, s.id)
WHERE q.category_id = @category_id AND q.buyer_id = @buyer_id
ORDER BY top.position, top.id, s.id <> top.id, s.position, s.id, q.position, q.id;

-- name: Options :many
SELECT o.id, o.question_id, o.label, o.score FROM question_option o JOIN question q ON q.id = o.question_id
WHERE q.category_id = @category_id AND o.buyer_id = @buyer_id ORDER BY o.question_id, o.position;

-- name: Bands :many
SELECT b.question_id, b.lower, b.upper, b.score FROM question_band b JOIN question q ON q.id = b.question_id
WHERE q.category_id = @category_id AND b.buyer_id = @buyer_id ORDER BY b.question_id, b.position;

-- name: OpenedAnswers :many
SELECT a.submission_id, a.question_id, a.value FROM opened_answer a JOIN opened_bid o ON o.submission_id = a.submission_id
WHERE o.category_id = @category_id AND a.buyer_id = @buyer_id;

-- name: OpenedPrices :many
SELECT p.submission_id, p.item_id, i.number, i.description, i.unit, i.quantity, p.unit_price, p.remarks
FROM opened_price p JOIN item i ON i.id = p.item_id JOIN opened_bid o ON o.submission_id = p.submission_id
WHERE o.category_id = @category_id AND p.buyer_id = @buyer_id ORDER BY p.submission_id, i.position, i.id;

-- name: OpenedFiles :many
SELECT f.submission_id, f.bid_file_id, b.question_id, b.name, b.media_type, b.size FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id
JOIN opened_bid o ON o.submission_id = f.submission_id
WHERE o.category_id = @category_id AND f.buyer_id = @buyer_id ORDER BY b.uploaded_at;

-- name: OpenedFile :one
SELECT f.file_key, b.name, b.media_type, b.store_key, o.category_id FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id
JOIN opened_bid o ON o.submission_id = f.submission_id
WHERE f.submission_id = @submission_id AND f.bid_file_id = @bid_file_id AND f.buyer_id = @buyer_id;

-- name: Assignment :one
SELECT interest, declaration, declared_at, final_at FROM evaluation_assignment
WHERE category_id = @category_id AND account_id = @account_id AND buyer_id = @buyer_id;

-- name: Declare :exec
INSERT INTO evaluation_assignment (category_id, account_id, buyer_id, interest, declaration, declared_at, assigned_at)
VALUES (@category_id, @account_id, @buyer_id, @interest, @declaration, @now::timestamptz, @now::timestamptz)
ON CONFLICT (category_id, account_id) DO UPDATE SET interest = excluded.interest, declaration = excluded.declaration, declared_at = excluded.declared_at
WHERE evaluation_assignment.final_at IS NULL AND evaluation_assignment.buyer_id = excluded.buyer_id;

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
SELECT s.submission_id, s.question_id, s.evaluator_id, s.value, s.comment, s.automatic FROM score s JOIN opened_bid o ON o.submission_id = s.submission_id
WHERE o.category_id = @category_id AND s.buyer_id = @buyer_id;

-- name: PutResult :exec
INSERT INTO bid_result (submission_id, category_id, buyer_id, supplier_id, technical, technical_pass, price, financial_score, combined, rank, outcome, explanation, computed_at)
VALUES (@submission_id, @category_id, @buyer_id, @supplier_id, @technical, @technical_pass, @price, @financial_score, @combined, @rank, @outcome, @explanation, @at)
ON CONFLICT (submission_id) DO UPDATE SET technical = excluded.technical, technical_pass = excluded.technical_pass, price = excluded.price,
    financial_score = excluded.financial_score, combined = excluded.combined, rank = excluded.rank, outcome = excluded.outcome,
    explanation = excluded.explanation, computed_at = excluded.computed_at
WHERE bid_result.buyer_id = excluded.buyer_id;
