-- name: AwardsOf :many
-- What each winner of a category gets that has no contract of it, in the language of its letter, or else of who decided; nobody where nothing is priced or a complaint stops it. One that was given up is one: people make the next.
SELECT w.id, l.supplier_id, w.currency, sum(l.amount)::numeric AS amount, w.standstill_ends, c.name AS category_name, c.reference, j.title AS job_title,
       coalesce((SELECT t.language FROM letter t WHERE t.category_id = w.category_id AND t.supplier_id = l.supplier_id AND t.buyer_id = w.buyer_id
           AND t.kind IN ('award', 'success')),
           (SELECT o.language FROM account o WHERE o.id = w.decided_by), 'en')::text AS language
FROM award w JOIN award_line l ON l.award_id = w.id JOIN category c ON c.id = w.category_id JOIN job j ON j.id = w.job_id
WHERE w.category_id = @category_id AND w.buyer_id = @buyer_id AND l.amount IS NOT NULL AND NOT zabuni.frozen(w.id)
  AND NOT EXISTS (SELECT FROM contract k WHERE k.award_id = w.id AND k.supplier_id = l.supplier_id AND k.buyer_id = w.buyer_id)
GROUP BY w.id, l.supplier_id, c.id, j.id ORDER BY min(l.position);

-- name: InsertContract :execrows
INSERT INTO contract (id, buyer_id, supplier_id, award_id, number, title, description, currency, value, status, no_signature_before, created_at,
    contract_date, starts_on, ends_on, origin, contract_category_id, language, created_by)
VALUES (@id, @buyer_id, sqlc.narg(supplier_id), @award_id, @number, @title, @description, @currency, @value, 'draft', @no_signature_before, @created_at,
    sqlc.narg(contract_date), sqlc.narg(starts_on), sqlc.narg(ends_on), @origin, sqlc.narg(contract_category_id), @language, sqlc.narg(created_by))
ON CONFLICT (award_id, supplier_id) WHERE status <> 'cancelled' DO NOTHING;

-- name: NumberTaken :one
SELECT EXISTS (SELECT FROM contract WHERE buyer_id = @buyer_id AND number = @number);

-- name: Contract :one
SELECT sqlc.embed(k), b.name AS buyer_name, b.country AS buyer_country, coalesce(pc.name, s.name, p.name, '')::text AS supplier_name, c.id AS category_id, c.name AS category_name,
       c.reference AS category_reference, c.activity, j.id AS job_id, j.title AS job_title, j.timezone, w.decided_at, coalesce(kc.name, '')::text AS kind_name,
       coalesce(u.first_name || ' ' || u.last_name, '')::text AS author_name, (k.award_id IS NOT NULL AND zabuni.frozen(k.award_id))::boolean AS award_frozen
FROM contract k JOIN company b ON b.id = k.buyer_id LEFT JOIN company s ON s.id = k.supplier_id
LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id LEFT JOIN company pc ON pc.id = p.company_id
LEFT JOIN contract_category kc ON kc.id = k.contract_category_id AND kc.buyer_id = k.buyer_id LEFT JOIN account u ON u.id = k.created_by
LEFT JOIN award w ON w.id = k.award_id LEFT JOIN category c ON c.id = w.category_id LEFT JOIN job j ON j.id = w.job_id
WHERE k.id = @id AND k.buyer_id = @buyer_id;

-- name: BehindDoor :one
-- Whether a contract came of a category that is closed to somebody.
SELECT EXISTS (SELECT FROM contract k JOIN award d
       ON d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id))
WHERE k.id = @id AND k.buyer_id = @buyer_id AND NOT zabuni.admits(@reader::uuid, d.category_id));

-- name: LockContract :one
SELECT * FROM contract WHERE id = @id AND buyer_id = @buyer_id FOR UPDATE;

-- name: UpdateContract :exec
UPDATE contract SET number = @number, title = @title, description = @description, contract_date = @contract_date, starts_on = @starts_on,
    ends_on = @ends_on, currency = @currency, value = @value, supplier_id = sqlc.narg(supplier_id), contract_category_id = sqlc.narg(contract_category_id),
    language = @language, text_number = @text_number, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: MoveContract :exec
UPDATE contract SET status = @status, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: Contracts :many
SELECT k.id, k.number, k.title, k.currency, k.value, k.status, k.contract_date, k.starts_on, k.ends_on, k.no_signature_before, k.created_at, coalesce(s.name, p.name, '')::text AS supplier_name
FROM contract k LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id)
WHERE k.buyer_id = @buyer_id AND (k.created_at, k.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR k.status = ANY(@statuses::text[]))
  AND (sqlc.narg(view_from)::date IS NULL OR k.ends_on BETWEEN sqlc.narg(view_from)::date AND sqlc.narg(view_until)::date)
  AND zabuni.within(k.ends_on, sqlc.narg(ends_from)::date, sqlc.narg(ends_to)::date)
  AND (sqlc.narg(held_at)::timestamptz IS NULL OR k.no_signature_before > sqlc.narg(held_at))
  AND (NOT @with_operator::boolean OR EXISTS (SELECT FROM company o WHERE o.id = p.company_id AND o.kind = 'operator'))
  AND (sqlc.narg(job_id)::uuid IS NULL OR EXISTS (SELECT FROM award w WHERE w.id = k.award_id AND w.job_id = sqlc.narg(job_id)))
  AND (sqlc.narg(category_id)::uuid IS NULL OR EXISTS (SELECT FROM award w WHERE w.id = k.award_id AND w.category_id = sqlc.narg(category_id)))
  AND (sqlc.narg(helper)::uuid IS NULL OR p.company_id IS DISTINCT FROM sqlc.narg(helper) OR k.status = ANY(@shared::text[])
       OR EXISTS (SELECT FROM account u WHERE u.id = k.created_by AND u.company_id = sqlc.narg(helper)))
  AND (sqlc.narg(reader)::uuid IS NULL OR NOT EXISTS (SELECT FROM award d WHERE NOT zabuni.admits(sqlc.narg(reader), d.category_id)
       AND d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id))))
  AND (sqlc.narg(kind_id)::uuid IS NULL OR coalesce(k.contract_category_id, '00000000-0000-0000-0000-000000000000') = sqlc.narg(kind_id))
  AND (sqlc.narg(search)::text IS NULL OR k.title ILIKE '%' || sqlc.narg(search) || '%' OR k.number ILIKE '%' || sqlc.narg(search) || '%'
       OR coalesce(s.name, p.name) ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY k.created_at DESC, k.id DESC LIMIT @max_rows;

-- name: CountContracts :one
SELECT count(*) FROM (SELECT FROM contract k LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id)
WHERE k.buyer_id = @buyer_id
  AND (cardinality(@statuses::text[]) = 0 OR k.status = ANY(@statuses::text[]))
  AND (sqlc.narg(view_from)::date IS NULL OR k.ends_on BETWEEN sqlc.narg(view_from)::date AND sqlc.narg(view_until)::date)
  AND zabuni.within(k.ends_on, sqlc.narg(ends_from)::date, sqlc.narg(ends_to)::date)
  AND (sqlc.narg(held_at)::timestamptz IS NULL OR k.no_signature_before > sqlc.narg(held_at))
  AND (NOT @with_operator::boolean OR EXISTS (SELECT FROM company o WHERE o.id = p.company_id AND o.kind = 'operator'))
  AND (sqlc.narg(job_id)::uuid IS NULL OR EXISTS (SELECT FROM award w WHERE w.id = k.award_id AND w.job_id = sqlc.narg(job_id)))
  AND (sqlc.narg(category_id)::uuid IS NULL OR EXISTS (SELECT FROM award w WHERE w.id = k.award_id AND w.category_id = sqlc.narg(category_id)))
  AND (sqlc.narg(helper)::uuid IS NULL OR p.company_id IS DISTINCT FROM sqlc.narg(helper) OR k.status = ANY(@shared::text[])
       OR EXISTS (SELECT FROM account u WHERE u.id = k.created_by AND u.company_id = sqlc.narg(helper)))
  AND (sqlc.narg(reader)::uuid IS NULL OR NOT EXISTS (SELECT FROM award d WHERE NOT zabuni.admits(sqlc.narg(reader), d.category_id)
       AND d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id))))
  AND (sqlc.narg(kind_id)::uuid IS NULL OR coalesce(k.contract_category_id, '00000000-0000-0000-0000-000000000000') = sqlc.narg(kind_id))
  AND (sqlc.narg(search)::text IS NULL OR k.title ILIKE '%' || sqlc.narg(search) || '%' OR k.number ILIKE '%' || sqlc.narg(search) || '%'
       OR coalesce(s.name, p.name) ILIKE '%' || sqlc.narg(search) || '%')
LIMIT 1001) AS counted;

-- name: ByStatus :many
-- What an amendment that holds says its contract says.
SELECT status, currency, count(*) AS contracts, sum(value)::numeric AS value FROM contract k WHERE k.buyer_id = @buyer_id AND status <> 'effective'
  AND (sqlc.narg(reader)::uuid IS NULL OR NOT EXISTS (SELECT FROM award d WHERE NOT zabuni.admits(sqlc.narg(reader), d.category_id)
       AND d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id))))
GROUP BY status, currency ORDER BY status, currency;

-- name: Expiring :many
-- Contracts that end within days from today, the next first.
SELECT k.id, k.number, k.title, k.ends_on, coalesce(s.name, p.name, '')::text AS supplier_name
FROM contract k LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id)
WHERE k.buyer_id = @buyer_id AND k.status = 'active' AND k.ends_on BETWEEN @today AND @until
  AND (sqlc.narg(reader)::uuid IS NULL OR NOT EXISTS (SELECT FROM award d WHERE NOT zabuni.admits(sqlc.narg(reader), d.category_id)
       AND d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id))))
ORDER BY k.ends_on, k.id LIMIT 20;

-- name: Waiting :many
-- Contracts whose standstill runs, the next to end first.
SELECT k.id, k.number, k.title, k.no_signature_before, coalesce(s.name, p.name, '')::text AS supplier_name, j.timezone, b.country AS buyer_country
FROM contract k JOIN company b ON b.id = k.buyer_id LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id)
LEFT JOIN award w ON w.id = k.award_id LEFT JOIN job j ON j.id = w.job_id
WHERE k.buyer_id = @buyer_id AND k.status = ANY(@statuses::text[]) AND k.no_signature_before > @now
  AND (sqlc.narg(reader)::uuid IS NULL OR NOT EXISTS (SELECT FROM award d WHERE NOT zabuni.admits(sqlc.narg(reader), d.category_id)
       AND d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id))))
ORDER BY k.no_signature_before, k.id LIMIT 20;
