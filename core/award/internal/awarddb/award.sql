-- name: Recommendation :one
SELECT r.reason, r.recommended_by, r.recommended_at, (a.first_name || ' ' || a.last_name)::text AS recommended_by_name
FROM recommendation r JOIN account a ON a.id = r.recommended_by WHERE r.category_id = @category_id AND r.buyer_id = @buyer_id;

-- name: PutRecommendation :exec
INSERT INTO recommendation (category_id, buyer_id, reason, recommended_by, recommended_at)
VALUES (@category_id, @buyer_id, @reason, @recommended_by, @now)
ON CONFLICT (category_id) DO UPDATE SET reason = excluded.reason, recommended_by = excluded.recommended_by, recommended_at = excluded.recommended_at
WHERE recommendation.buyer_id = excluded.buyer_id;

-- name: ClearRecommendationLines :exec
DELETE FROM recommendation_line WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: InsertRecommendationLine :exec
INSERT INTO recommendation_line (category_id, buyer_id, position, submission_id, supplier_id, item_id)
VALUES (@category_id, @buyer_id, @position, @submission_id, @supplier_id, @item_id);

-- name: RecommendationLines :many
SELECT l.submission_id, l.supplier_id, l.item_id, co.name AS supplier_name FROM recommendation_line l JOIN company co ON co.id = l.supplier_id
WHERE l.category_id = @category_id AND l.buyer_id = @buyer_id ORDER BY l.position;

-- name: InsertAward :exec
INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
VALUES (@id, @category_id, @job_id, @buyer_id, @currency, @decided_by, @decided_at, @standstill_ends);

-- name: InsertAwardLines :exec
INSERT INTO award_line (award_id, category_id, buyer_id, position, submission_id, supplier_id, item_id, amount)
SELECT @award_id, @category_id, @buyer_id, l.position, l.submission_id, l.supplier_id,
       nullif(l.item_id, '00000000-0000-0000-0000-000000000000'), CASE WHEN @priced::boolean THEN l.amount END
FROM (SELECT unnest(@positions::int[]) AS position, unnest(@submissions::uuid[]) AS submission_id, unnest(@suppliers::uuid[]) AS supplier_id,
             unnest(@items::uuid[]) AS item_id, unnest(@amounts::numeric[]) AS amount) l;

-- name: Award :one
SELECT w.id, w.currency, w.decided_at, w.standstill_ends, (a.first_name || ' ' || a.last_name)::text AS decided_by_name
FROM award w JOIN account a ON a.id = w.decided_by WHERE w.category_id = @category_id AND w.buyer_id = @buyer_id;

-- name: AwardLines :many
SELECT l.submission_id, l.supplier_id, l.item_id, l.amount, co.name AS supplier_name FROM award_line l JOIN company co ON co.id = l.supplier_id
WHERE l.category_id = @category_id AND l.buyer_id = @buyer_id ORDER BY l.position;

-- name: Offers :many
-- The places of bids for each item, where a decision chooses item by item.
SELECT l.item_id, l.submission_id, l.rank, l.amount, l.below_reserve, i.number, i.description, co.name AS supplier_name
FROM line_result l JOIN item i ON i.id = l.item_id JOIN company co ON co.id = l.supplier_id
WHERE l.category_id = @category_id AND l.buyer_id = @buyer_id ORDER BY i.position, i.id, l.rank, l.supplier_id;

-- name: DueToConclude :many
-- scope: system: the scheduler ends standstills of every buyer.
SELECT w.id, w.category_id, w.buyer_id FROM award w JOIN category c ON c.id = w.category_id
WHERE c.status = 'notified' AND w.standstill_ends <= zabuni.clock() AND NOT zabuni.frozen(w.id) ORDER BY w.standstill_ends LIMIT 500;

-- name: Results :many
-- Every opened bid, in the order of the ranking; one without a result was never evaluated.
SELECT o.submission_id, s.participation_id, o.supplier_id, co.name AS supplier_name, r.technical, r.technical_pass, r.price,
       r.financial_score, r.combined, r.rank, r.outcome, r.failed_check,
       coalesce(CASE a.best_price WHEN 'lowest' THEN r.price > a.reserve ELSE r.price < a.reserve END, false)::boolean AS below_reserve
FROM opened_bid o JOIN submission s ON s.id = o.submission_id JOIN company co ON co.id = o.supplier_id
LEFT JOIN bid_result r ON r.submission_id = o.submission_id LEFT JOIN auction a ON a.category_id = o.category_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id ORDER BY r.rank NULLS LAST, r.technical DESC NULLS LAST, o.position;

-- name: Evaluators :many
-- Who scored a bid of the category; what the program scored has nobody.
SELECT DISTINCT s.evaluator_id FROM score s JOIN opened_bid o ON o.submission_id = s.submission_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id AND NOT s.automatic;

-- name: LetterCategory :one
SELECT category_id FROM letter WHERE id = @id AND buyer_id = @buyer_id;

-- name: CategoryOfLetter :one
-- scope: operator: whose a letter is, before everything else is asked with that owner.
SELECT buyer_id FROM letter WHERE id = @id;

-- name: DecidedCategories :many
SELECT c.id, c.job_id, c.activity, c.number, c.reference, c.name, c.status, c.closes_at, c.created_at, j.title AS job_title, j.reference AS job_reference, j.timezone,
       w.decided_at, w.standstill_ends,
       coalesce((SELECT string_agg(DISTINCT co.name, ', ') FROM award_line l JOIN company co ON co.id = l.supplier_id
                 WHERE l.award_id = w.id AND l.amount IS NOT NULL AND c.status <> 'unsuccessful'), '')::text AS winner,
       (SELECT count(*) FROM letter l WHERE l.category_id = c.id AND l.buyer_id = c.buyer_id AND l.status = 'issued') AS letters
FROM category c JOIN job j ON j.id = c.job_id LEFT JOIN award w ON w.category_id = c.id
WHERE c.buyer_id = @buyer_id AND c.parent_id IS NULL AND c.status IN ('evaluated', 'recommended', 'notified', 'awarded', 'complete', 'unsuccessful')
  AND (c.created_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND zabuni.admits(@account_id::uuid, c.id)
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[])) AND c.activity <> ALL(@off::text[])
  AND (cardinality(@statuses::text[]) = 0 OR c.status = ANY(@statuses::text[]))
  AND zabuni.within(w.standstill_ends, sqlc.narg(standstill_from)::date, sqlc.narg(standstill_to)::date, j.timezone)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR j.title ILIKE '%' || sqlc.narg(search) || '%')
  AND (sqlc.narg(job_id)::uuid IS NULL OR c.job_id = sqlc.narg(job_id))
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;
