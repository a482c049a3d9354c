-- name: Savings :many
-- Awards of a buyer against one baseline, the last awarded first: those whose standstill is over.
SELECT s.category_id, c.job_id, c.activity, c.name, c.reference, j.title AS job_title, j.timezone, coalesce(t.name, '')::text AS type_name,
       coalesce((SELECT d.name FROM department d WHERE d.id = j.department_id AND d.company_id = s.buyer_id), '')::text AS department, s.currency, s.best,
       s.awarded, s.baseline, s.saved, s.percent, coalesce(s.missing, '')::text AS missing, a.decided_at,
       coalesce((SELECT string_agg(DISTINCT w.name, ', ' ORDER BY w.name) FROM award_line l JOIN company w ON w.id = l.supplier_id WHERE l.award_id = a.id), '')::text AS winner,
       coalesce(agreed.value, 0)::numeric AS contracted, coalesce(agreed.contracts > 0, false)::boolean AS agreed
FROM saving s JOIN award a ON a.id = s.award_id JOIN category c ON c.id = s.category_id JOIN job j ON j.id = c.job_id
LEFT JOIN category_type t ON t.id = c.category_type_id
LEFT JOIN LATERAL (SELECT sum(k.value) AS value, count(*) AS contracts FROM contract k WHERE k.award_id = a.id AND k.buyer_id = s.buyer_id
                   AND k.currency = s.currency AND k.status IN ('approved', 'sent', 'negotiating', 'signing', 'active', 'expired', 'terminated', 'completed', 'archived')) agreed ON true
WHERE s.buyer_id = @buyer_id AND s.kind = @kind AND c.status IN ('awarded', 'complete') AND c.activity <> ALL(@off::text[])
  AND (@everybody::boolean OR zabuni.admits(@account_id::uuid, c.id))
  AND (a.decided_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (@year::int = 0 OR extract(year FROM a.decided_at AT TIME ZONE j.timezone) = @year::int)
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
  AND (sqlc.narg(category_type)::uuid IS NULL OR c.category_type_id = sqlc.narg(category_type))
  AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR j.title ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY a.decided_at DESC, c.id DESC LIMIT @max_rows;

-- name: SavingTotals :many
-- The same, added up: never over currencies, and never what was bought with what was sold. What has no baseline is counted, and no part
-- of the sums.
SELECT s.currency, s.best, count(*) AS awards, count(s.baseline) AS compared, coalesce(sum(s.awarded) FILTER (WHERE s.baseline IS NOT NULL), 0)::numeric AS awarded,
       coalesce(sum(s.baseline), 0)::numeric AS baseline, coalesce(sum(s.saved), 0)::numeric AS saved
FROM saving s JOIN award a ON a.id = s.award_id JOIN category c ON c.id = s.category_id JOIN job j ON j.id = c.job_id
WHERE s.buyer_id = @buyer_id AND s.kind = @kind AND c.status IN ('awarded', 'complete') AND c.activity <> ALL(@off::text[])
  AND (@everybody::boolean OR zabuni.admits(@account_id::uuid, c.id))
  AND (@year::int = 0 OR extract(year FROM a.decided_at AT TIME ZONE j.timezone) = @year::int)
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
  AND (sqlc.narg(category_type)::uuid IS NULL OR c.category_type_id = sqlc.narg(category_type))
  AND (sqlc.narg(department)::uuid IS NULL OR j.department_id = sqlc.narg(department))
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR j.title ILIKE '%' || sqlc.narg(search) || '%')
GROUP BY s.currency, s.best ORDER BY s.currency, s.best DESC;

-- name: SavingChoices :many
-- Years and kinds of supply of a buyer's awards: by what its savings can be narrowed.
SELECT DISTINCT extract(year FROM a.decided_at AT TIME ZONE j.timezone)::int AS year, c.category_type_id, coalesce(t.name, '')::text AS type_name
FROM saving s JOIN award a ON a.id = s.award_id JOIN category c ON c.id = s.category_id JOIN job j ON j.id = c.job_id
LEFT JOIN category_type t ON t.id = c.category_type_id
WHERE s.buyer_id = @buyer_id AND s.kind = 'estimate' AND c.status IN ('awarded', 'complete') AND c.activity <> ALL(@off::text[])
  AND (@everybody::boolean OR zabuni.admits(@account_id::uuid, c.id))
ORDER BY year DESC, type_name;

-- name: SavingDepartments :many
-- Departments of a buyer for whose needs something was awarded.
SELECT d.id, d.name FROM department d WHERE d.company_id = @buyer_id AND EXISTS (
    SELECT FROM saving s JOIN category c ON c.id = s.category_id JOIN job j ON j.id = c.job_id
    WHERE s.buyer_id = @buyer_id AND s.kind = 'estimate' AND j.department_id = d.id AND c.status IN ('awarded', 'complete') AND c.activity <> ALL(@off::text[])
      AND (@everybody::boolean OR zabuni.admits(@account_id::uuid, c.id)))
ORDER BY d.name, d.id;

-- name: SavingBuyers :many
-- scope: operator: buyers with awards that were compared.
SELECT b.id, b.name, b.country, b.created_at, count(*) AS awards
FROM company b JOIN saving s ON s.buyer_id = b.id AND s.kind = 'estimate' JOIN category c ON c.id = s.category_id
WHERE c.status IN ('awarded', 'complete') AND (b.created_at, b.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR b.name ILIKE '%' || sqlc.narg(search) || '%')
GROUP BY b.id ORDER BY b.created_at DESC, b.id DESC LIMIT @max_rows;

-- name: SavingsOfBuyers :many
-- scope: operator: what buyers saved against one baseline, per currency and direction.
SELECT s.buyer_id, s.currency, s.best, count(*) AS awards, count(s.baseline) AS compared,
       coalesce(sum(s.awarded) FILTER (WHERE s.baseline IS NOT NULL), 0)::numeric AS awarded,
       coalesce(sum(s.baseline), 0)::numeric AS baseline, coalesce(sum(s.saved), 0)::numeric AS saved
FROM saving s JOIN category c ON c.id = s.category_id
WHERE s.buyer_id = ANY(@buyers::uuid[]) AND s.kind = @kind AND c.status IN ('awarded', 'complete')
GROUP BY s.buyer_id, s.currency, s.best ORDER BY s.buyer_id, s.currency, s.best DESC;

-- name: SavingBuyer :one
-- scope: operator: of the buyer whose savings are looked at.
SELECT name FROM company WHERE id = @id AND kind = 'buyer';

-- name: SavingOwner :one
-- scope: operator: whose a category is, before everything else is asked with that owner.
SELECT buyer_id FROM category WHERE id = @id;

-- name: CategorySavings :many
-- An award against all of its baselines.
SELECT s.kind, s.best, s.currency, s.awarded, s.baseline, s.saved, s.percent, coalesce(s.missing, '')::text AS missing, c.activity, c.status, c.name, c.reference,
       c.job_id, j.title AS job_title, j.timezone, a.decided_at
FROM saving s JOIN category c ON c.id = s.category_id JOIN job j ON j.id = c.job_id JOIN award a ON a.id = s.award_id
WHERE s.category_id = @category_id AND s.buyer_id = @buyer_id AND c.status IN ('awarded', 'complete')
  AND (@everybody::boolean OR zabuni.admits(@account_id::uuid, c.id))
ORDER BY array_position(ARRAY['estimate', 'mean', 'last_paid', 'before'], s.kind);

-- name: SavingSources :many
-- The rows that the baselines of an award came from. Of an earlier award that is not open to the person its price alone is told.
SELECT x.kind, coalesce(w.name, '')::text AS supplier_name, coalesce(i.number, '')::text AS item_number, coalesce(i.description, '')::text AS item_description,
       coalesce(i.unit, '')::text AS unit, x.quantity, x.unit_price, x.amount, x.bid_seq, x.at,
       p.id AS paid_category_id, coalesce(p.reference, '')::text AS paid_reference, coalesce(p.name, '')::text AS paid_name
FROM saving_source x JOIN saving s ON s.award_id = x.award_id AND s.kind = x.kind
LEFT JOIN item i ON i.id = x.item_id LEFT JOIN item o ON o.id = x.paid_item_id
LEFT JOIN category p ON p.id = o.category_id AND p.activity <> ALL(@off::text[]) AND (@everybody::boolean OR zabuni.admits(@account_id::uuid, p.id))
LEFT JOIN company w ON w.id = x.supplier_id AND (x.paid_item_id IS NULL OR p.id IS NOT NULL)
WHERE s.category_id = @category_id AND x.buyer_id = @buyer_id ORDER BY x.kind, x.position;

-- name: CompanyNamed :one
-- What the reader's own company is called.
SELECT name FROM company WHERE id = @company_id;
