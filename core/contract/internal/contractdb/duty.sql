-- name: Milestones :many
SELECT * FROM contract_milestone WHERE contract_id = @contract_id AND buyer_id = @buyer_id ORDER BY due_on, id LIMIT 500;

-- name: MilestoneSteps :many
SELECT s.milestone_id, s.number, s.act, s.note, s.document_id, s.on_day, s.at, (a.first_name || ' ' || a.last_name)::text AS by_name, coalesce(d.name, '')::text AS document_name
FROM contract_milestone_step s JOIN contract_milestone m ON m.id = s.milestone_id AND m.buyer_id = s.buyer_id JOIN account a ON a.id = s.by_id
LEFT JOIN document d ON d.id = s.document_id AND d.company_id = s.buyer_id
WHERE m.contract_id = @contract_id AND s.buyer_id = @buyer_id ORDER BY s.milestone_id, s.number LIMIT 5000;

-- name: OwnerOfMilestone :one
-- scope: system: whose contract a milestone is of, before everything else is asked with that owner.
SELECT contract_id, buyer_id FROM contract_milestone WHERE id = @id;

-- name: SuppliersContract :one
-- scope: supplier: the buyer of a contract that a supplier was sent and has come to agree on; what is not in force yet is not its to see here.
SELECT k.buyer_id FROM contract k WHERE k.id = @id AND k.supplier_id = @supplier_id AND k.status = ANY(@statuses::text[])
  AND EXISTS (SELECT FROM contract_sent s WHERE s.contract_id = k.id AND s.supplier_id = k.supplier_id AND s.recalled_at IS NULL);

-- name: ReaderOf :one
-- The supplier of a contract that it was sent and has come to agree on.
SELECT k.supplier_id FROM contract k WHERE k.id = @id AND k.buyer_id = @buyer_id AND k.supplier_id IS NOT NULL AND k.status = ANY(@statuses::text[])
  AND EXISTS (SELECT FROM contract_sent s WHERE s.contract_id = k.id AND s.buyer_id = k.buyer_id AND s.recalled_at IS NULL);

-- name: LockMilestone :one
SELECT * FROM contract_milestone WHERE id = @id AND buyer_id = @buyer_id FOR UPDATE;

-- name: Paid :one
-- What payments of a contract take of its value, but for one of them.
SELECT coalesce(sum(amount), 0)::numeric AS amount FROM contract_milestone
WHERE contract_id = @contract_id AND buyer_id = @buyer_id AND kind = 'payment' AND status <> 'withdrawn' AND id <> @but;

-- name: InsertMilestone :exec
INSERT INTO contract_milestone (id, contract_id, buyer_id, kind, side, title, due_on, amount, status, created_by, created_at)
VALUES (@id, @contract_id, @buyer_id, @kind, @side, @title, @due_on, sqlc.narg(amount), 'scheduled', @created_by, @created_at);

-- name: UpdateMilestone :exec
UPDATE contract_milestone SET kind = @kind, side = @side, title = @title, due_on = @due_on, amount = sqlc.narg(amount), version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: MoveMilestone :exec
UPDATE contract_milestone SET status = @status, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: InsertMilestoneStep :exec
INSERT INTO contract_milestone_step (milestone_id, number, buyer_id, act, note, document_id, by_id, on_day, at)
SELECT @milestone_id, coalesce(max(s.number), 0) + 1, @buyer_id, @act, @note, sqlc.narg(document_id)::uuid, @by_id, @on_day::date, @at
FROM contract_milestone_step s WHERE s.milestone_id = @milestone_id AND s.buyer_id = @buyer_id;

-- name: DoneBetween :many
-- What was due from the counterparty in a period, and what came of it.
SELECT m.id, m.title, m.status, m.due_on,
       coalesce((SELECT max(s.on_day) FROM contract_milestone_step s WHERE s.milestone_id = m.id AND s.buyer_id = m.buyer_id AND s.act = 'submitted'),
                (SELECT max(s.on_day) FROM contract_milestone_step s WHERE s.milestone_id = m.id AND s.buyer_id = m.buyer_id AND s.act IN ('met', 'partiallyMet')), m.due_on)::date AS finished,
       (SELECT count(*) FROM contract_milestone_step s WHERE s.milestone_id = m.id AND s.buyer_id = m.buyer_id AND s.act = 'returned')::int AS returned
FROM contract_milestone m WHERE m.contract_id = @contract_id AND m.buyer_id = @buyer_id AND m.side = 'counterparty' AND m.due_on BETWEEN @from_on::date AND @until_on::date
  AND m.status IN ('met', 'partiallyMet', 'notMet') ORDER BY m.due_on, m.id LIMIT 500;

-- name: InsertCard :exec
INSERT INTO contract_scorecard (id, contract_id, buyer_id, from_on, until_on, score, explanation, reason, created_by, created_at)
VALUES (@id, @contract_id, @buyer_id, @from_on, @until_on, @score, @explanation, @reason, @created_by, @created_at);

-- name: Cards :many
SELECT c.id, c.from_on, c.until_on, c.score, c.explanation, c.reason, c.created_at, (a.first_name || ' ' || a.last_name)::text AS by_name
FROM contract_scorecard c JOIN account a ON a.id = c.created_by WHERE c.contract_id = @contract_id AND c.buyer_id = @buyer_id ORDER BY c.until_on DESC, c.from_on DESC LIMIT 100;

-- name: Renewal :one
SELECT r.*, coalesce(a.first_name || ' ' || a.last_name, '')::text AS noticed_name FROM contract_renewal r LEFT JOIN account a ON a.id = r.noticed_by
WHERE r.contract_id = @contract_id AND r.buyer_id = @buyer_id;

-- name: PutRenewal :exec
INSERT INTO contract_renewal (contract_id, buyer_id, kind, months, times, notice_days) VALUES (@contract_id, @buyer_id, @kind, @months, @times, @notice_days)
ON CONFLICT (contract_id) DO UPDATE SET kind = EXCLUDED.kind, months = EXCLUDED.months, times = EXCLUDED.times, notice_days = EXCLUDED.notice_days
WHERE contract_renewal.buyer_id = excluded.buyer_id;

-- name: GiveNotice :exec
UPDATE contract_renewal SET noticed_at = @noticed_at, noticed_by = @noticed_by WHERE contract_id = @contract_id AND buyer_id = @buyer_id;

-- name: UseRenewal :exec
UPDATE contract_renewal SET times = times - 1 WHERE contract_id = @contract_id AND buyer_id = @buyer_id;

-- name: Prolong :exec
UPDATE contract SET ends_on = @ends_on, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: ToRemind :many
-- scope: system: contracts in force with a stage before their end, or before the last day of a notice, that may have come and was not told yet.
SELECT DISTINCT k.id, k.buyer_id FROM contract k LEFT JOIN contract_category c ON c.id = k.contract_category_id LEFT JOIN contract_renewal r ON r.contract_id = k.id
CROSS JOIN LATERAL (VALUES ('end', k.ends_on), ('notice', CASE WHEN r.kind = 'automatic' AND r.noticed_at IS NULL THEN k.ends_on - r.notice_days END)) AS x (about, on_day)
CROSS JOIN LATERAL unnest(CASE WHEN cardinality(c.reminder_days) > 0 THEN c.reminder_days ELSE @usual::int[] END) AS d (days)
WHERE k.status = 'active' AND x.on_day >= @not_before::date AND x.on_day - d.days <= @until::date
  AND NOT EXISTS (SELECT FROM contract_reminder m WHERE m.contract_id = k.id AND m.about = x.about AND m.on_day = x.on_day AND m.days = d.days)
ORDER BY k.id LIMIT @max_rows;

-- name: InsertReminder :execrows
INSERT INTO contract_reminder (contract_id, buyer_id, about, on_day, days, at) VALUES (@contract_id, @buyer_id, @about, @on_day, @days, @at) ON CONFLICT DO NOTHING;

-- name: DutiesToRemind :many
-- scope: system: what is due under contracts in force, with a stage that may have come and was not told yet.
SELECT DISTINCT m.id, m.contract_id, m.buyer_id FROM contract_milestone m JOIN contract k ON k.id = m.contract_id AND k.buyer_id = m.buyer_id
CROSS JOIN LATERAL unnest(@stages::int[]) AS d (days)
WHERE k.status = 'active' AND m.status IN ('scheduled', 'partiallyMet') AND m.due_on >= @not_before::date AND m.due_on - d.days <= @until::date
  AND NOT EXISTS (SELECT FROM contract_milestone_reminder r WHERE r.milestone_id = m.id AND r.on_day = m.due_on AND r.days <= d.days)
ORDER BY m.id LIMIT @max_rows;

-- name: InsertDutyReminder :execrows
INSERT INTO contract_milestone_reminder (milestone_id, buyer_id, on_day, days, at) VALUES (@milestone_id, @buyer_id, @on_day, @days, @at) ON CONFLICT DO NOTHING;
