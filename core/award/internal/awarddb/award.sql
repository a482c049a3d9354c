-- name: Category :one
SELECT c.id, c.job_id, c.buyer_id, c.activity, c.number, c.reference, c.name, c.currency, c.opens_at, c.closes_at, c.pass_mark, c.status,
       j.title AS job_title, j.reference AS job_reference, j.regime, j.timezone
FROM category c JOIN job j ON j.id = c.job_id WHERE c.id = @id AND c.buyer_id = @buyer_id;

-- name: LockCategory :one
SELECT c.id, c.job_id, c.buyer_id, c.activity, c.number, c.reference, c.name, c.currency, c.opens_at, c.closes_at, c.pass_mark, c.status,
       j.title AS job_title, j.reference AS job_reference, j.regime, j.timezone
FROM category c JOIN job j ON j.id = c.job_id WHERE c.id = @id AND c.buyer_id = @buyer_id FOR UPDATE OF c;

-- name: MoveCategory :exec
UPDATE category SET status = @status, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: MoveParticipation :exec
UPDATE participation SET status = @status WHERE id = @id AND buyer_id = @buyer_id;

-- name: Results :many
-- Every opened bid, in the order of the ranking; one without a result was never evaluated.
SELECT o.submission_id, s.participation_id, o.supplier_id, co.name AS supplier_name, r.technical, r.technical_pass, r.price,
       r.financial_score, r.combined, r.rank, r.outcome, r.failed_check
FROM opened_bid o JOIN submission s ON s.id = o.submission_id JOIN company co ON co.id = o.supplier_id
LEFT JOIN bid_result r ON r.submission_id = o.submission_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id ORDER BY r.rank NULLS LAST, r.technical DESC NULLS LAST, o.position;

-- name: Evaluators :many
-- Who scored a bid of the category; what the program scored has nobody.
SELECT DISTINCT s.evaluator_id FROM score s JOIN opened_bid o ON o.submission_id = s.submission_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id AND NOT s.automatic;

-- name: Recommendation :one
SELECT r.submission_id, r.supplier_id, r.reason, r.recommended_by, r.recommended_at, (a.first_name || ' ' || a.last_name)::text AS recommended_by_name
FROM recommendation r JOIN account a ON a.id = r.recommended_by WHERE r.category_id = @category_id AND r.buyer_id = @buyer_id;

-- name: PutRecommendation :exec
INSERT INTO recommendation (category_id, buyer_id, submission_id, supplier_id, reason, recommended_by, recommended_at)
VALUES (@category_id, @buyer_id, @submission_id, @supplier_id, @reason, @recommended_by, @now)
ON CONFLICT (category_id) DO UPDATE SET submission_id = excluded.submission_id, supplier_id = excluded.supplier_id, reason = excluded.reason,
    recommended_by = excluded.recommended_by, recommended_at = excluded.recommended_at;

-- name: InsertAward :exec
INSERT INTO award (id, category_id, job_id, buyer_id, submission_id, supplier_id, currency, amount, decided_by, decided_at, standstill_ends)
VALUES (@id, @category_id, @job_id, @buyer_id, @submission_id, @supplier_id, @currency, @amount, @decided_by, @decided_at, @standstill_ends);

-- name: Award :one
SELECT w.id, w.submission_id, w.supplier_id, w.currency, w.amount, w.decided_at, w.standstill_ends, (a.first_name || ' ' || a.last_name)::text AS decided_by_name
FROM award w JOIN account a ON a.id = w.decided_by WHERE w.category_id = @category_id AND w.buyer_id = @buyer_id;

-- name: DueToConclude :many
-- scope: system: the scheduler ends standstills of every buyer.
SELECT w.id, w.category_id, w.buyer_id FROM award w JOIN category c ON c.id = w.category_id
WHERE c.status = 'notified' AND w.standstill_ends <= zabuni.clock() ORDER BY w.standstill_ends LIMIT 500;

-- name: LetterCategory :one
SELECT category_id FROM letter WHERE id = @id AND buyer_id = @buyer_id;

-- name: CategoryOfLetter :one
-- scope: operator: whose a letter is, before everything else is asked with that owner.
SELECT buyer_id FROM letter WHERE id = @id;

-- name: DecidedCategories :many
SELECT c.id, c.job_id, c.activity, c.number, c.reference, c.name, c.status, c.closes_at, c.created_at, j.title AS job_title, j.reference AS job_reference, j.timezone,
       w.decided_at, w.standstill_ends, co.name AS winner,
       (SELECT count(*) FROM letter l WHERE l.category_id = c.id AND l.buyer_id = c.buyer_id AND l.status = 'issued') AS letters
FROM category c JOIN job j ON j.id = c.job_id LEFT JOIN award w ON w.category_id = c.id LEFT JOIN company co ON co.id = w.supplier_id
WHERE c.buyer_id = @buyer_id AND c.status IN ('evaluated', 'recommended', 'notified', 'awarded', 'complete')
  AND (c.created_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND zabuni.admits(@account_id::uuid, c.id)
  AND (sqlc.narg(activity)::text IS NULL OR c.activity = sqlc.narg(activity)) AND c.activity <> ALL(@off::text[])
  AND (sqlc.narg(job_id)::uuid IS NULL OR c.job_id = sqlc.narg(job_id))
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;
