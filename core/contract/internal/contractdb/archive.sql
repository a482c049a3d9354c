-- name: RunOut :many
-- scope: system: active contracts whose last day may be over where they are; each is looked at by itself.
SELECT k.id, k.buyer_id FROM contract k WHERE k.status = 'active' AND k.ends_on <= @until::date ORDER BY k.ends_on, k.id LIMIT @max_rows;

-- name: ContractPlace :one
-- Where a contract is: its days are those of its job, or of its buyer's country. Beside it how long its category keeps it.
SELECT coalesce(j.timezone, '')::text AS timezone, b.country, coalesce(c.retention_years, 0)::int AS retention_years,
       coalesce(c.reminder_days, '{}')::int[] AS reminder_days
FROM contract k JOIN company b ON b.id = k.buyer_id LEFT JOIN contract_category c ON c.id = k.contract_category_id AND c.buyer_id = k.buyer_id
LEFT JOIN award w ON w.id = k.award_id LEFT JOIN job j ON j.id = w.job_id
WHERE k.id = @id AND k.buyer_id = @buyer_id;

-- name: InsertEnd :exec
INSERT INTO contract_end (contract_id, buyer_id, how, ended_on, reason, ended_by, ended_at, keep_until)
VALUES (@contract_id, @buyer_id, @how, @ended_on, @reason, sqlc.narg(ended_by), @ended_at, @keep_until);

-- name: ArchiveEnd :execrows
UPDATE contract_end SET archived_by = @archived_by, archived_at = @archived_at WHERE contract_id = @contract_id AND buyer_id = @buyer_id AND archived_at IS NULL;

-- name: ContractEnd :one
SELECT e.how, e.ended_on, e.reason, e.ended_at, e.keep_until, e.archived_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name,
       coalesce(h.first_name || ' ' || h.last_name, '')::text AS archived_name
FROM contract_end e LEFT JOIN account a ON a.id = e.ended_by LEFT JOIN account h ON h.id = e.archived_by
WHERE e.contract_id = @contract_id AND e.buyer_id = @buyer_id;

-- name: ContractTrail :many
-- What was done with a contract, the last first.
SELECT e.at, e.actor_name, e.action, coalesce(e.detail ->> 'status', '')::text AS status, coalesce(e.detail ->> 'reason', '')::text AS reason
FROM audit_entry e WHERE e.object_id = @contract_id AND e.company_id = @buyer_id AND e.object = 'contract' ORDER BY e.id DESC LIMIT 200;

-- name: ArchiveShelves :many
-- Categories of contracts with what of them is over; one without a name for those of no category.
SELECT coalesce(c.id, '00000000-0000-0000-0000-000000000000')::uuid AS id, coalesce(c.name, '')::text AS name, coalesce(c.retention_years, 7)::int AS retention_years,
       count(*) AS contracts, count(*) FILTER (WHERE k.status = 'archived') AS archived, min(e.keep_until)::date AS first_until
FROM contract k JOIN contract_end e ON e.contract_id = k.id AND e.buyer_id = k.buyer_id
LEFT JOIN contract_category c ON c.id = k.contract_category_id AND c.buyer_id = k.buyer_id
WHERE k.buyer_id = @buyer_id
  AND NOT EXISTS (SELECT FROM award d WHERE NOT zabuni.admits(@reader::uuid, d.category_id)
       AND d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id)))
GROUP BY c.id ORDER BY lower(c.name) NULLS LAST, c.id LIMIT 501;

-- name: ArchivedContracts :many
-- What of a category is over, what ended last first.
SELECT k.id, k.number, k.title, k.currency, k.value, k.status, k.starts_on, e.how, e.ended_on, e.keep_until, coalesce(s.name, p.name, '')::text AS supplier_name
FROM contract_end e JOIN contract k ON k.id = e.contract_id AND k.buyer_id = e.buyer_id
LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id)
WHERE e.buyer_id = @buyer_id AND coalesce(k.contract_category_id, '00000000-0000-0000-0000-000000000000') = @kind_id::uuid
  AND NOT EXISTS (SELECT FROM award d WHERE NOT zabuni.admits(@reader::uuid, d.category_id)
       AND d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id)))
  AND (e.ended_on, k.id) < (@after_on::date, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR k.status = ANY(@statuses::text[]))
  AND zabuni.within(e.ended_on, sqlc.narg(ended_from)::date, sqlc.narg(ended_to)::date)
  AND (sqlc.narg(search)::text IS NULL OR k.title ILIKE '%' || sqlc.narg(search) || '%' OR k.number ILIKE '%' || sqlc.narg(search) || '%'
       OR coalesce(s.name, p.name) ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY e.ended_on DESC, k.id DESC LIMIT @max_rows;

-- name: VersionsWhole :many
SELECT number, content, file_id, sum FROM contract_version WHERE contract_id = @contract_id AND buyer_id = @buyer_id ORDER BY number LIMIT 100;
