-- name: RegisterOfContracts :many
-- Every contract of a buyer that was made in a period, with its value before amendments; what an amendment says its contract says.
SELECT k.number, k.title, k.currency, k.value, k.status, k.origin, k.contract_date, k.starts_on, k.ends_on, k.created_at, coalesce(c.name, '')::text AS kind,
       coalesce(s.name, p.name, '')::text AS supplier, e.ended_on,
       (k.value - coalesce((SELECT sum(x.value - m.value_was) FROM contract_amendment m JOIN contract x ON x.id = m.contract_id AND x.buyer_id = m.buyer_id
                            WHERE m.amends_id = k.id AND m.buyer_id = k.buyer_id AND x.status = 'effective'), 0))::numeric AS first_value
FROM contract k LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id) LEFT JOIN contract_end e ON e.contract_id = k.id AND e.buyer_id = k.buyer_id
LEFT JOIN contract_category c ON c.id = k.contract_category_id AND c.buyer_id = k.buyer_id
WHERE k.buyer_id = @buyer_id AND k.status <> 'effective' AND zabuni.within(k.created_at, sqlc.narg(made_from)::date, sqlc.narg(made_to)::date, @zone::text)
ORDER BY k.created_at, k.id LIMIT @max_rows;

-- name: EndsOfContracts :many
-- What is in force and ends in a period, the next first.
SELECT k.number, k.title, k.currency, k.value, k.ends_on, coalesce(c.name, '')::text AS kind, coalesce(s.name, p.name, '')::text AS supplier,
       coalesce(r.kind, 'none')::text AS renewal, coalesce(r.notice_days, 0)::int AS notice_days
FROM contract k LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id) LEFT JOIN contract_category c ON c.id = k.contract_category_id AND c.buyer_id = k.buyer_id
LEFT JOIN contract_renewal r ON r.contract_id = k.id AND r.buyer_id = k.buyer_id
WHERE k.buyer_id = @buyer_id AND k.status = 'active' AND k.ends_on IS NOT NULL AND zabuni.within(k.ends_on, sqlc.narg(ends_from)::date, sqlc.narg(ends_to)::date)
ORDER BY k.ends_on, k.id LIMIT @max_rows;

-- name: ApprovalsOfContracts :many
-- Each submission of a contract in a period with what came of it, the slowest first; without an answer it waits still.
SELECT k.number, k.title, b.at AS submitted_at, b.actor_name AS submitted_by, coalesce(d.at, '0001-01-01 00:00:00+00')::timestamptz AS decided_at, coalesce(d.action, '')::text AS decision, coalesce(d.actor_name, '')::text AS decided_by,
       (extract(epoch FROM coalesce(d.at, zabuni.clock()) - b.at) / 3600)::numeric(20,2) AS hours
FROM audit_entry b JOIN contract k ON k.id = b.object_id AND k.buyer_id = b.company_id
LEFT JOIN LATERAL (SELECT e.at, e.action, e.actor_name FROM audit_entry e WHERE e.object_id = b.object_id AND e.company_id = b.company_id AND e.id > b.id
                   AND e.action IN ('contract.contract.approved', 'contract.contract.refused') ORDER BY e.id LIMIT 1) d ON true
WHERE b.company_id = @buyer_id::uuid AND b.action = 'contract.contract.submitted'
  AND zabuni.within(b.at, sqlc.narg(submitted_from)::date, sqlc.narg(submitted_to)::date, @zone::text)
ORDER BY hours DESC, b.id LIMIT @max_rows;

-- name: SpendOfContracts :many
-- What is agreed on with each counterparty in contracts that came into force in a period, and what of it was paid for as agreed.
SELECT coalesce(s.name, p.name, '')::text AS supplier, k.currency, count(*) AS contracts, sum(k.value)::numeric AS value,
       coalesce(sum((SELECT sum(m.amount) FROM contract_milestone m WHERE m.contract_id = k.id AND m.buyer_id = k.buyer_id AND m.kind = 'payment' AND m.status = 'met')), 0)::numeric AS paid
FROM contract k LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id)
WHERE k.buyer_id = @buyer_id AND k.status IN ('active', 'expired', 'terminated', 'completed', 'archived')
  AND zabuni.within(coalesce(k.starts_on, k.contract_date, k.created_at::date), sqlc.narg(starts_from)::date, sqlc.narg(starts_to)::date)
GROUP BY 1, k.currency ORDER BY k.currency, value DESC, supplier LIMIT @max_rows;

-- name: OverdueOfContracts :many
-- What was due in a period under contracts in force and is not done, the longest due first.
SELECT k.number, k.title, m.title AS duty, m.kind, m.side, m.due_on, m.status, m.amount, k.currency, coalesce(s.name, p.name, '')::text AS supplier
FROM contract_milestone m JOIN contract k ON k.id = m.contract_id AND k.buyer_id = m.buyer_id
LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company s ON s.id = coalesce(k.supplier_id, p.company_id)
WHERE m.buyer_id = @buyer_id AND m.status IN ('scheduled', 'submitted', 'partiallyMet') AND k.status = 'active' AND m.due_on < @today::date
  AND zabuni.within(m.due_on, sqlc.narg(due_from)::date, sqlc.narg(due_to)::date)
ORDER BY m.due_on, m.id LIMIT @max_rows;

-- name: ReportedCompany :one
SELECT name, country FROM company WHERE id = @id;
