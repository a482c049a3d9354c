-- name: SourcedJobs :many
-- Jobs of a buyer that awards or lists came of, in whose categories the person may look; the newest first.
SELECT j.id, j.activity, j.reference, j.title, j.created_at, x.categories, x.contracts
FROM job j CROSS JOIN LATERAL (
    SELECT count(*) AS categories,
           coalesce(sum((SELECT count(*) FROM award w JOIN contract k ON k.award_id = w.id AND k.buyer_id = w.buyer_id WHERE w.category_id = c.id)), 0)::bigint AS contracts
    FROM category c WHERE c.job_id = j.id AND c.buyer_id = j.buyer_id AND c.parent_id IS NULL AND (@everybody::boolean OR zabuni.admits(@account_id, c.id))
      AND (EXISTS (SELECT FROM award w WHERE w.category_id = c.id) OR EXISTS (SELECT FROM list_entry l JOIN submission n ON n.id = l.submission_id WHERE n.category_id = c.id AND l.buyer_id = c.buyer_id AND l.status <> 'removed'))) x
WHERE j.buyer_id = @buyer_id AND x.categories > 0 AND (j.created_at, j.id) < (@after_at::timestamptz, @after_id::uuid) AND j.activity <> ALL(@off::text[])
  AND (cardinality(@activities::text[]) = 0 OR j.activity = ANY(@activities::text[]))
  AND (sqlc.narg(search)::text IS NULL OR j.title ILIKE '%' || sqlc.narg(search) || '%' OR j.reference ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY j.created_at DESC, j.id DESC LIMIT @max_rows;

-- name: SourcedJob :one
SELECT id, activity, reference, title, timezone FROM job WHERE id = @id AND buyer_id = @buyer_id AND activity <> ALL(@off::text[]);

-- name: SourcedCategories :many
-- Categories of a job that an award or a list came of, with how many it chose and how many contracts follow: what a window of an
-- intake chose stands on the list of the first.
SELECT c.id, c.reference, c.name, c.status, w.decided_at, w.standstill_ends,
       (SELECT count(DISTINCT l.supplier_id) FROM award_line l WHERE l.award_id = w.id AND c.status <> 'unsuccessful') AS winners,
       (SELECT count(*) FROM list_entry l JOIN submission n ON n.id = l.submission_id WHERE n.category_id = c.id AND l.buyer_id = c.buyer_id AND l.status <> 'removed') AS listed,
       (SELECT count(*) FROM contract k WHERE k.award_id = w.id AND k.buyer_id = c.buyer_id) AS contracts
FROM category c LEFT JOIN award w ON w.category_id = c.id
WHERE c.job_id = @job_id AND c.buyer_id = @buyer_id AND c.parent_id IS NULL AND (@everybody::boolean OR zabuni.admits(@account_id, c.id))
  AND (w.id IS NOT NULL OR EXISTS (SELECT FROM list_entry l JOIN submission n ON n.id = l.submission_id WHERE n.category_id = c.id AND l.buyer_id = c.buyer_id AND l.status <> 'removed'))
ORDER BY c.number LIMIT 1000;

-- name: SourcedCategory :one
SELECT c.id, c.reference, c.name, c.status, c.job_id, j.activity, j.title AS job_title, j.reference AS job_reference, j.timezone
FROM category c JOIN job j ON j.id = c.job_id
WHERE c.id = @id AND c.buyer_id = @buyer_id AND j.activity <> ALL(@off::text[]) AND (@everybody::boolean OR zabuni.admits(@account_id, c.id));

-- name: ChosenSuppliers :many
-- Whom an award or a list of a category chose, with the contract that followed. An award that was set aside chose nobody; what had
-- been made of it stands here still.
SELECT s.id, s.name, s.country, (CASE WHEN a.stands THEN a.award_id ELSE '00000000-0000-0000-0000-000000000000' END)::uuid AS award_id,
       (CASE WHEN a.stands THEN a.currency ELSE '' END)::text AS currency, (CASE WHEN a.stands THEN coalesce(a.amount, 0) ELSE 0 END)::numeric AS amount,
       coalesce(a.stands AND a.amount IS NOT NULL, false)::boolean AS priced,
       (e.supplier_id IS NOT NULL)::boolean AS listed, k.id AS contract_id, coalesce(k.number, '')::text AS number, coalesce(k.status, '')::text AS status
FROM (SELECT supplier_id FROM award_line WHERE award_line.category_id = @category_id AND award_line.buyer_id = @buyer_id
      UNION SELECT e.supplier_id FROM list_entry e JOIN submission n ON n.id = e.submission_id
      WHERE n.category_id = @category_id AND e.buyer_id = @buyer_id AND e.status <> 'removed') x
JOIN company s ON s.id = x.supplier_id
LEFT JOIN LATERAL (SELECT l.award_id, w.currency, sum(l.amount)::numeric AS amount, c.status <> 'unsuccessful' AS stands
                   FROM award_line l JOIN award w ON w.id = l.award_id JOIN category c ON c.id = w.category_id
                   WHERE l.category_id = @category_id AND l.buyer_id = @buyer_id AND l.supplier_id = x.supplier_id GROUP BY l.award_id, w.currency, c.status) a ON true
LEFT JOIN LATERAL (SELECT e.supplier_id FROM list_entry e JOIN submission n ON n.id = e.submission_id
                   WHERE n.category_id = @category_id AND e.buyer_id = @buyer_id AND e.supplier_id = x.supplier_id AND e.status <> 'removed') e ON true
LEFT JOIN contract k ON k.award_id = a.award_id AND k.supplier_id = x.supplier_id AND k.buyer_id = @buyer_id AND k.status <> 'cancelled'
WHERE a.stands OR e.supplier_id IS NOT NULL OR k.id IS NOT NULL
ORDER BY lower(s.name), s.id LIMIT 500;

-- name: HelpedBuyers :many
-- scope: operator: buyers who have contracts, while they have their module, with what their contracts wait for.
SELECT b.id, b.name, b.country, b.created_at,
       count(*) FILTER (WHERE k.status = 'draft') AS drafts,
       count(*) FILTER (WHERE k.status = 'internal_review') AS approval,
       count(*) FILTER (WHERE k.status IN ('approved', 'sent', 'negotiating', 'signing')) AS signature,
       count(*) FILTER (WHERE k.status = 'active') AS active,
       count(*) FILTER (WHERE k.status = 'active' AND k.ends_on BETWEEN @today::date AND @until::date) AS ending
FROM company b JOIN contract k ON k.buyer_id = b.id
WHERE b.kind = 'buyer' AND (b.created_at, b.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR b.name ILIKE '%' || sqlc.narg(search) || '%')
  AND NOT EXISTS (SELECT FROM buyer_module m WHERE m.buyer_id = b.id AND m.module = @module AND NOT m.active)
GROUP BY b.id ORDER BY b.created_at DESC, b.id DESC LIMIT @max_rows;
