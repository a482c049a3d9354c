-- name: JobsByStatus :many
-- scope: operator: staff look at the work of every buyer; evaluationsvc's scopeOf sets everybody for them and for nobody else.
SELECT status, activity, count(*) AS jobs FROM job j
WHERE (@everybody::boolean OR buyer_id = @buyer_id) AND activity <> ALL(@off::text[]) AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
GROUP BY status, activity ORDER BY status, activity;

-- name: CategoriesByStatus :many
-- scope: operator: staff look at the work of every buyer; evaluationsvc's scopeOf sets everybody for them and for nobody else.
SELECT c.status, count(*) AS categories FROM category c JOIN job j ON j.id = c.job_id
WHERE (@everybody::boolean OR c.buyer_id = @buyer_id) AND c.activity <> ALL(@off::text[]) AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
  AND zabuni.admits(@account_id::uuid, c.id)
GROUP BY c.status ORDER BY c.status;

-- name: ClosingSoon :many
-- scope: operator: staff look at the work of every buyer; evaluationsvc's scopeOf sets everybody for them and for nobody else.
-- Open categories, the next to close first; a person of the buyer sees those that are open to them.
SELECT c.id, c.job_id, c.activity, c.name, c.reference, c.opens_at, c.closes_at, c.status, c.closing_count, b.name AS buyer_name, j.title AS job_title, j.timezone,
       (SELECT count(*) FROM participation p WHERE p.category_id = c.id) AS participants
FROM category c JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id
WHERE c.status = 'open' AND c.closes_at > zabuni.clock() AND (@everybody::boolean OR c.buyer_id = @buyer_id) AND c.activity <> ALL(@off::text[]) AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
  AND zabuni.admits(@account_id::uuid, c.id)
ORDER BY c.closes_at, c.id LIMIT @max_rows;

-- name: LiveJobs :many
-- scope: operator: staff look at the work of every buyer; evaluationsvc's scopeOf sets everybody for them and for nobody else.
-- Published jobs with something that is not over.
SELECT j.id, j.buyer_id, b.name AS buyer_name, j.activity, j.reference, j.code, j.title, j.status, j.timezone, j.created_at,
       (SELECT count(*) FROM category c WHERE c.job_id = j.id AND c.status NOT IN ('draft', 'hidden', 'not_approved', 'withdrawn')) AS categories,
       (SELECT count(*) FROM category c WHERE c.job_id = j.id AND c.status = 'open') AS open_categories,
       (SELECT count(*) FROM participation p JOIN category c ON c.id = p.category_id WHERE c.job_id = j.id) AS participants,
       coalesce((SELECT min(c.closes_at) FROM category c WHERE c.job_id = j.id AND c.status = 'open'), 'epoch')::timestamptz AS next_closing -- epoch: none
FROM job j JOIN company b ON b.id = j.buyer_id
WHERE j.status IN ('published', 'closed') AND (j.created_at, j.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (@everybody::boolean OR j.buyer_id = @buyer_id) AND j.activity <> ALL(@off::text[])
  AND (NOT @only_open::boolean OR EXISTS (SELECT FROM category c WHERE c.job_id = j.id AND c.status = 'open'))
  AND (cardinality(@activities::text[]) = 0 OR j.activity = ANY(@activities::text[]))
  AND (cardinality(@statuses::text[]) = 0 OR j.status = ANY(@statuses::text[]))
  AND (sqlc.narg(closes_from)::date IS NULL AND sqlc.narg(closes_to)::date IS NULL
       OR zabuni.within((SELECT min(c.closes_at) FROM category c WHERE c.job_id = j.id AND c.status = 'open'),
                        sqlc.narg(closes_from)::date, sqlc.narg(closes_to)::date, j.timezone))
  AND (sqlc.narg(search)::text IS NULL OR j.title ILIKE '%' || sqlc.narg(search) || '%' OR j.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY j.created_at DESC, j.id DESC LIMIT @max_rows;

-- name: LiveJob :one
-- scope: operator: staff look at the work of every buyer; evaluationsvc's scopeOf sets everybody for them and for nobody else.
SELECT j.id, j.buyer_id, b.name AS buyer_name, j.activity, j.reference, j.title, j.status, j.timezone FROM job j JOIN company b ON b.id = j.buyer_id
WHERE j.id = @id AND j.status <> 'draft' AND (@everybody::boolean OR j.buyer_id = @buyer_id);

-- name: LiveCategories :many
-- Published categories of a job.
SELECT c.id, c.job_id, c.activity, c.name, c.reference, c.opens_at, c.closes_at, c.status, c.closing_count, c.currency, c.bid_fee,
       (SELECT count(*) FROM participation p WHERE p.category_id = c.id) AS participants
FROM category c WHERE c.job_id = @job_id AND c.status NOT IN ('draft', 'hidden', 'not_approved', 'withdrawn') AND c.buyer_id = @buyer_id
  AND zabuni.admits(@account_id::uuid, c.id)
ORDER BY c.created_at, c.id;

-- name: LiveCategory :one
-- scope: operator: staff look at the work of every buyer; evaluationsvc's scopeOf sets everybody for them and for nobody else.
SELECT c.id, c.job_id, c.buyer_id, c.activity, c.name, c.reference, c.opens_at, c.closes_at, c.status, c.closing_count, b.name AS buyer_name, j.title AS job_title, j.timezone
FROM category c JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id
WHERE c.id = @id AND c.status NOT IN ('draft', 'hidden', 'not_approved', 'withdrawn') AND (@everybody::boolean OR c.buyer_id = @buyer_id);

-- name: Participants :many
-- Who takes part in a category; how far they are is told by the caller's sight.
SELECT p.id, p.supplier_id, s.name AS supplier_name, s.country, s.phone, p.paid_at,
       EXISTS (SELECT FROM submission n WHERE n.participation_id = p.id AND n.withdrawn_at IS NULL AND n.set_aside_by IS NULL AND NOT n.from_room) AS submitted
FROM participation p JOIN company s ON s.id = p.supplier_id WHERE p.category_id = @category_id AND p.buyer_id = @buyer_id ORDER BY p.paid_at, p.id;
