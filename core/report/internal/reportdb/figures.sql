-- name: Waiting :many
-- What waits for one person of a buyer, the longest first: openings to request or approve, minutes to sign, evaluations to
-- finish, categories to recommend for, recommendations to decide.
SELECT w.kind, c.id, c.job_id, c.activity, c.name, c.reference, j.title AS job_title, j.timezone, w.since::timestamptz AS since
FROM (
    SELECT 'opening'::text AS kind, c.id, coalesce(c.closed_at, c.closes_at) AS since FROM category c
    WHERE c.buyer_id = @buyer_id AND @opens::boolean AND c.openers > 0 AND c.status IN ('closed', 'opening')
      AND NOT EXISTS (SELECT FROM opening_session o JOIN opening_approval p ON p.session_id = o.id WHERE o.category_id = c.id AND p.account_id = @account_id)
    UNION ALL
    SELECT 'prices', o.category_id, o.requested_at FROM opening_session o JOIN category c ON c.id = o.category_id
    WHERE o.buyer_id = @buyer_id AND @opens::boolean AND o.status = 'quorum_waiting' AND c.status NOT IN ('closed', 'opening')
      AND NOT EXISTS (SELECT FROM opening_approval p WHERE p.session_id = o.id AND p.account_id = @account_id)
    UNION ALL
    SELECT 'minutes', o.category_id, o.opened_at FROM opening_session o JOIN opening_approval p ON p.session_id = o.id
    WHERE o.buyer_id = @buyer_id AND @opens::boolean AND o.status = 'opened' AND o.opened_at IS NOT NULL AND p.account_id = @account_id AND p.signed_at IS NULL
    UNION ALL
    SELECT 'evaluation', e.category_id, e.assigned_at FROM evaluation_assignment e JOIN category c ON c.id = e.category_id
    WHERE e.buyer_id = @buyer_id AND @evaluates::boolean AND e.account_id = @account_id AND e.final_at IS NULL
      AND e.interest IS DISTINCT FROM 'interest' AND e.interest IS DISTINCT FROM 'recused' AND c.status IN ('technical_evaluation', 'financial_opened')
    UNION ALL
    SELECT 'recommendation', c.id, (SELECT max(r.computed_at) FROM bid_result r WHERE r.category_id = c.id) FROM category c
    WHERE c.buyer_id = @buyer_id AND @awards::boolean AND c.status = 'evaluated' AND c.parent_id IS NULL
    UNION ALL
    SELECT 'approval', r.category_id, r.recommended_at FROM recommendation r JOIN category c ON c.id = r.category_id
    WHERE r.buyer_id = @buyer_id AND @awards::boolean AND c.status = 'recommended' AND r.recommended_by <> @account_id
) w JOIN category c ON c.id = w.id JOIN job j ON j.id = c.job_id
WHERE c.activity <> ALL(@off::text[]) AND zabuni.admits(@account_id::uuid, c.id) AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
  AND (w.kind NOT IN ('recommendation', 'approval') OR NOT EXISTS ( -- who is apart has no hand in either
    SELECT FROM evaluation_assignment e WHERE e.category_id = c.id AND e.account_id = @account_id AND e.interest IN ('interest', 'recused')
    UNION ALL
    SELECT FROM quality_declaration d WHERE d.category_id = c.id AND d.account_id = @account_id AND d.interest IN ('interest', 'recused')))
ORDER BY w.since, c.id, w.kind LIMIT @max_rows;

-- name: SpendByMonth :many
-- A category with an award that has no result any more is one that was set aside: nobody has won it, here and below.
SELECT to_char(a.decided_at AT TIME ZONE j.timezone, 'YYYY-MM')::text AS month, a.currency, sum(l.amount)::numeric(20,4) AS amount, count(DISTINCT a.id) AS awards
FROM award a JOIN award_line l ON l.award_id = a.id JOIN job j ON j.id = a.job_id JOIN category c ON c.id = a.category_id
WHERE a.buyer_id = @buyer_id AND c.status <> 'unsuccessful' AND l.amount IS NOT NULL AND j.activity = ANY(@bought::text[]) AND j.activity <> ALL(@off::text[])
  AND to_char(a.decided_at AT TIME ZONE j.timezone, 'YYYY-MM') >= @since::text AND zabuni.admits(@account_id::uuid, a.category_id)
  AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
GROUP BY 1, 2 ORDER BY 1, 2;

-- name: SpendByType :many
SELECT c.category_type_id, coalesce(t.name, '')::text AS type_name, a.currency, sum(l.amount)::numeric(20,4) AS amount, count(DISTINCT a.id) AS awards
FROM award a JOIN award_line l ON l.award_id = a.id JOIN job j ON j.id = a.job_id JOIN category c ON c.id = a.category_id
LEFT JOIN category_type t ON t.id = c.category_type_id
WHERE a.buyer_id = @buyer_id AND c.status <> 'unsuccessful' AND l.amount IS NOT NULL AND j.activity = ANY(@bought::text[]) AND j.activity <> ALL(@off::text[])
  AND to_char(a.decided_at AT TIME ZONE j.timezone, 'YYYY-MM') >= @since::text AND zabuni.admits(@account_id::uuid, a.category_id)
  AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
GROUP BY 1, 2, 3 ORDER BY 4 DESC, 2;

-- name: Pace :one
-- Bids are counted at closing, for every category that has closed; days from closing to award, for every award.
SELECT (SELECT count(*) FROM category c JOIN job j ON j.id = c.job_id
        WHERE c.buyer_id = @buyer_id AND c.closing_count IS NOT NULL AND c.activity <> ALL(@off::text[])
          AND to_char(c.closed_at AT TIME ZONE j.timezone, 'YYYY-MM') >= @since::text AND zabuni.admits(@account_id::uuid, c.id) AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))) AS closed,
       (SELECT coalesce(sum(c.closing_count), 0) FROM category c JOIN job j ON j.id = c.job_id
        WHERE c.buyer_id = @buyer_id AND c.closing_count IS NOT NULL AND c.activity <> ALL(@off::text[])
          AND to_char(c.closed_at AT TIME ZONE j.timezone, 'YYYY-MM') >= @since::text AND zabuni.admits(@account_id::uuid, c.id) AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department)))::bigint AS bids,
       count(*) AS awards, coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM a.decided_at - c.closed_at)), 0)::bigint AS seconds
FROM award a JOIN category c ON c.id = a.category_id JOIN job j ON j.id = a.job_id
WHERE a.buyer_id = @buyer_id AND c.status <> 'unsuccessful' AND c.closed_at IS NOT NULL AND c.activity <> ALL(@off::text[])
  AND EXISTS (SELECT FROM award_line l WHERE l.award_id = a.id)
  AND to_char(a.decided_at AT TIME ZONE j.timezone, 'YYYY-MM') >= @since::text AND zabuni.admits(@account_id::uuid, c.id) AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department));

-- name: Results :many
-- Closed categories, the last closed first; or awarded ones, the last awarded first.
SELECT c.id, c.job_id, c.activity, c.name, c.reference, c.status, c.closed_at::timestamptz AS closed_at, c.closing_count, j.title AS job_title, j.timezone,
       coalesce(t.name, '')::text AS type_name, a.currency, coalesce(given.amount, 0)::numeric AS amount, (given.amount IS NOT NULL)::boolean AS priced, a.decided_at, coalesce(given.winner, '')::text AS winner,
       (CASE WHEN @awarded::boolean THEN a.decided_at ELSE c.closed_at END)::timestamptz AS at
FROM category c JOIN job j ON j.id = c.job_id LEFT JOIN category_type t ON t.id = c.category_type_id
LEFT JOIN award a ON a.category_id = c.id
LEFT JOIN LATERAL (SELECT count(*) AS lines, sum(l.amount)::numeric AS amount, string_agg(DISTINCT s.name, ', ') FILTER (WHERE l.amount IS NOT NULL) AS winner
                   FROM award_line l JOIN company s ON s.id = l.supplier_id WHERE l.award_id = a.id AND c.status <> 'unsuccessful') given ON true
WHERE c.buyer_id = @buyer_id AND c.closed_at IS NOT NULL AND c.activity <> ALL(@off::text[])
  AND (NOT @awarded::boolean OR given.lines > 0)
  AND (NOT @bought_only::boolean OR (given.amount IS NOT NULL AND c.activity = ANY(@bought::text[])))
  AND ((CASE WHEN @awarded::boolean THEN a.decided_at ELSE c.closed_at END), c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND to_char((CASE WHEN @awarded::boolean THEN a.decided_at ELSE c.closed_at END) AT TIME ZONE j.timezone, 'YYYY-MM') >= @since::text
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
  AND (cardinality(@statuses::text[]) = 0 OR c.status = ANY(@statuses::text[]))
  AND zabuni.within(c.closed_at, sqlc.narg(closed_from)::date, sqlc.narg(closed_to)::date, j.timezone)
  AND zabuni.within(a.decided_at, sqlc.narg(awarded_from)::date, sqlc.narg(awarded_to)::date, j.timezone)
  AND (sqlc.narg(month)::text IS NULL OR to_char((CASE WHEN @awarded::boolean THEN a.decided_at ELSE c.closed_at END) AT TIME ZONE j.timezone, 'YYYY-MM') = sqlc.narg(month))
  AND (sqlc.narg(category_type)::uuid IS NULL OR c.category_type_id = sqlc.narg(category_type))
  AND (NOT @untyped::boolean OR c.category_type_id IS NULL)
  AND (sqlc.narg(currency)::text IS NULL OR a.currency = sqlc.narg(currency))
  AND (sqlc.narg(supplier)::uuid IS NULL OR (@awarded::boolean AND EXISTS (SELECT FROM award_line l WHERE l.award_id = a.id AND l.supplier_id = sqlc.narg(supplier))) OR (NOT @awarded::boolean AND c.status = ANY(@named::text[])
       AND EXISTS (SELECT FROM opened_bid o WHERE o.category_id = c.id AND o.supplier_id = sqlc.narg(supplier) AND o.buyer_id = @buyer_id)))
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%' OR j.title ILIKE '%' || sqlc.narg(search) || '%')
  AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
  AND zabuni.admits(@account_id::uuid, c.id)
ORDER BY at DESC, c.id DESC LIMIT @max_rows;

-- name: Bidders :many
-- Suppliers whose bids to a buyer were opened, the last to bid first. A result counts where the sight of scores allows it.
SELECT b.id, b.name, b.country, b.phone, b.bids, b.won, b.evaluated, b.responsive, b.last_bid FROM (
    SELECT s.id, s.name, s.country, s.phone, count(*) AS bids, count(*) FILTER (WHERE c.status <> 'unsuccessful' AND EXISTS (SELECT FROM award_line l WHERE l.submission_id = o.submission_id)) AS won, count(r.submission_id) AS evaluated,
           count(r.submission_id) FILTER (WHERE r.outcome = 'pass') AS responsive, max(v.received_at)::timestamptz AS last_bid
    FROM opened_bid o JOIN submission v ON v.id = o.submission_id JOIN category c ON c.id = o.category_id JOIN company s ON s.id = o.supplier_id
    LEFT JOIN bid_result r ON r.submission_id = o.submission_id AND c.status = ANY(@scored::text[])
    WHERE o.buyer_id = @buyer_id AND c.status = ANY(@named::text[]) AND c.activity <> ALL(@off::text[])
      AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
      AND (cardinality(@countries::text[]) = 0 OR s.country = ANY(@countries::text[]))
      AND (sqlc.narg(search)::text IS NULL OR s.name ILIKE '%' || sqlc.narg(search) || '%' OR s.tax_id ILIKE '%' || sqlc.narg(search) || '%')
      AND zabuni.admits(@account_id::uuid, c.id)
    GROUP BY s.id
) b
WHERE (NOT @winners::boolean OR b.won > 0) AND (b.last_bid, b.id) < (@after_at::timestamptz, @after_id::uuid)
  AND zabuni.within(b.last_bid, sqlc.narg(last_bid_from)::date, sqlc.narg(last_bid_to)::date, @zone::text)
ORDER BY b.last_bid DESC, b.id DESC LIMIT @max_rows;

-- name: BidderCountries :many
SELECT DISTINCT s.country FROM opened_bid o JOIN category c ON c.id = o.category_id JOIN company s ON s.id = o.supplier_id
WHERE o.buyer_id = @buyer_id AND c.status = ANY(@named::text[]) AND c.activity <> ALL(@off::text[]) AND zabuni.admits(@account_id::uuid, c.id)
ORDER BY s.country;
