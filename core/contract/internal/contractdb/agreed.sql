-- name: Approvers :many
-- Who may approve a company's contracts, each with who does it in their place.
SELECT a.id, a.user_type, a.approval_level, trim(a.first_name || ' ' || a.last_name)::text AS name, d.delegate_id, d.until,
       coalesce(trim(x.first_name || ' ' || x.last_name), '')::text AS delegate_name
FROM account a LEFT JOIN contract_delegate d ON d.account_id = a.id AND d.buyer_id = a.company_id
LEFT JOIN account x ON x.id = d.delegate_id AND x.company_id = a.company_id
WHERE a.company_id = @buyer_id AND a.status = 'active'
  AND EXISTS (SELECT FROM account_role ar JOIN role_privilege rp ON rp.role_id = ar.role_id
              WHERE ar.account_id = a.id AND rp.title = 'APPROVE_CONTRACT'
              GROUP BY rp.title HAVING NOT bool_or(rp.denied))
ORDER BY a.approval_level, lower(a.first_name), a.id LIMIT 500;

-- name: ApprovalRules :many
SELECT r.contract_category_id, r.currency, r.level, r.from_value, r.everyone FROM contract_approval_rule r
WHERE r.buyer_id = @buyer_id ORDER BY r.contract_category_id NULLS FIRST, r.currency, r.level;

-- name: LockBuyer :one
-- Rules are written one after the other.
SELECT country FROM company WHERE id = @id FOR NO KEY UPDATE;

-- name: CountryOf :one
SELECT country FROM company WHERE id = @id;

-- name: DeleteApprovalRules :exec
DELETE FROM contract_approval_rule WHERE buyer_id = @buyer_id AND contract_category_id IS NOT DISTINCT FROM sqlc.narg(contract_category_id)::uuid;

-- name: InsertApprovalRule :exec
INSERT INTO contract_approval_rule (id, buyer_id, contract_category_id, currency, level, from_value, everyone, created_at)
VALUES (@id, @buyer_id, sqlc.narg(contract_category_id), @currency, @level, @from_value, @everyone, @created_at);

-- name: PutDelegate :exec
INSERT INTO contract_delegate (account_id, buyer_id, delegate_id, until, created_by, created_at)
VALUES (@account_id, @buyer_id, @delegate_id, @until, @created_by, @created_at)
ON CONFLICT (account_id) DO UPDATE SET delegate_id = excluded.delegate_id, until = excluded.until, created_by = excluded.created_by, created_at = excluded.created_at
WHERE contract_delegate.buyer_id = excluded.buyer_id;

-- name: DeleteDelegate :execrows
DELETE FROM contract_delegate WHERE account_id = @account_id AND buyer_id = @buyer_id;

-- name: InsertRound :exec
INSERT INTO contract_round (contract_id, number, buyer_id, version, sum, levels, everyone, submitted_by, submitted_at)
VALUES (@contract_id, @number, @buyer_id, @version, @sum, @levels, @everyone, @submitted_by, @submitted_at);

-- name: Rounds :many
-- The newest first.
SELECT r.number, r.version, r.sum, r.levels, r.everyone, r.submitted_by, r.submitted_at, r.outcome, r.ended_at,
       coalesce(trim(a.first_name || ' ' || a.last_name), '')::text AS by_name
FROM contract_round r LEFT JOIN account a ON a.id = r.submitted_by
WHERE r.contract_id = @contract_id AND r.buyer_id = @buyer_id ORDER BY r.number DESC LIMIT 100;

-- name: EndRound :exec
-- An approval that is taken back ends an approved round once more.
UPDATE contract_round SET outcome = @outcome, ended_by = @ended_by, ended_at = @ended_at
WHERE contract_id = @contract_id AND number = @number AND buyer_id = @buyer_id;

-- name: InsertApproval :exec
INSERT INTO contract_approval (contract_id, round, seat_id, buyer_id, version, sum, level, account_id, decision, reason, at)
VALUES (@contract_id, @round, @seat_id, @buyer_id, @version, @sum, @level, @account_id, @decision, @reason, @at);

-- name: Approvals :many
SELECT p.round, p.seat_id, p.level, p.account_id, p.decision, p.reason, p.at, trim(s.first_name || ' ' || s.last_name)::text AS seat_name,
       trim(a.first_name || ' ' || a.last_name)::text AS by_name
FROM contract_approval p JOIN account s ON s.id = p.seat_id JOIN account a ON a.id = p.account_id
WHERE p.contract_id = @contract_id AND p.buyer_id = @buyer_id ORDER BY p.round, p.at, p.seat_id;

-- name: Authors :many
-- Who wrote any version of a contract, or made it.
SELECT v.created_by AS author FROM contract_version v WHERE v.contract_id = @contract_id AND v.buyer_id = @buyer_id
UNION SELECT k.created_by FROM contract k WHERE k.id = @contract_id AND k.buyer_id = @buyer_id AND k.created_by IS NOT NULL;

-- name: HoldAward :exec
-- Holds the category of an award until the decision is made. What is asked of it is asked by the next statement: one that waited for this
-- lock itself would go on reading what stood when it began to wait.
SELECT c.id FROM category c JOIN award w ON w.category_id = c.id AND w.buyer_id = c.buyer_id WHERE w.id = @award_id AND w.buyer_id = @buyer_id FOR SHARE OF c;

-- name: HoldDecided :exec
-- HoldAward by the category.
SELECT c.id FROM category c WHERE c.id = @category_id AND c.buyer_id = @buyer_id FOR SHARE;

-- name: AwardAgain :one
-- What an award says of its standstill now, whether a complaint stops it or has set it aside, and where its category stands.
SELECT w.standstill_ends, c.status, zabuni.frozen(w.id)::boolean AS frozen,
       EXISTS (SELECT FROM award_freeze f WHERE f.award_id = w.id AND f.buyer_id = w.buyer_id AND f.outcome = 'upheld' AND f.ended_at IS NOT NULL) AS set_aside
FROM award w JOIN award_line l ON l.award_id = w.id AND l.buyer_id = w.buyer_id JOIN category c ON c.id = w.category_id
WHERE w.id = @award_id AND w.buyer_id = @buyer_id AND l.supplier_id = @supplier_id LIMIT 1;

-- name: HoldUntil :exec
UPDATE contract SET no_signature_before = @no_signature_before WHERE id = @id AND buyer_id = @buyer_id;

-- name: InsertSent :exec
INSERT INTO contract_sent (contract_id, number, buyer_id, supplier_id, version, sum, sent_by, sent_at)
SELECT @contract_id, coalesce(max(s.number), 0) + 1, @buyer_id, sqlc.narg(supplier_id), @version, @sum, @sent_by, @sent_at
FROM contract_sent s WHERE s.contract_id = @contract_id AND s.buyer_id = @buyer_id;

-- name: RecallSent :execrows
UPDATE contract_sent SET recalled_by = @recalled_by, recalled_at = @recalled_at, reason = @reason
WHERE contract_id = @contract_id AND buyer_id = @buyer_id AND recalled_at IS NULL;

-- name: Sent :many
-- The newest first.
SELECT s.number, s.version, s.sum, s.sent_at, s.recalled_at, s.reason, trim(a.first_name || ' ' || a.last_name)::text AS by_name
FROM contract_sent s JOIN account a ON a.id = s.sent_by
WHERE s.contract_id = @contract_id AND s.buyer_id = @buyer_id ORDER BY s.number DESC LIMIT 100;

-- name: SupplierContracts :many
-- What a supplier has been sent, and nothing before that.
SELECT k.id, k.number, k.title, k.currency, k.value, k.status, k.contract_date, k.starts_on, k.ends_on, k.no_signature_before, b.name AS buyer_name, s.sent_at
FROM contract k JOIN company b ON b.id = k.buyer_id
JOIN LATERAL (SELECT max(x.sent_at)::timestamptz AS sent_at FROM contract_sent x WHERE x.contract_id = k.id AND x.supplier_id = @supplier_id AND x.recalled_at IS NULL) s ON s.sent_at IS NOT NULL
WHERE k.supplier_id = @supplier_id AND k.status = ANY(@statuses::text[]) AND (s.sent_at, k.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(ends_from)::date IS NULL OR k.ends_on BETWEEN sqlc.narg(ends_from)::date AND sqlc.narg(ends_until)::date)
  AND (sqlc.narg(search)::text IS NULL OR k.title ILIKE '%' || sqlc.narg(search) || '%' OR k.number ILIKE '%' || sqlc.narg(search) || '%'
       OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY s.sent_at DESC, k.id DESC LIMIT @max_rows;

-- name: CountSupplierContracts :one
SELECT count(*) FROM (SELECT FROM contract k JOIN company b ON b.id = k.buyer_id
WHERE k.supplier_id = @supplier_id AND k.status = ANY(@statuses::text[])
  AND EXISTS (SELECT FROM contract_sent x WHERE x.contract_id = k.id AND x.supplier_id = @supplier_id AND x.recalled_at IS NULL)
  AND (sqlc.narg(ends_from)::date IS NULL OR k.ends_on BETWEEN sqlc.narg(ends_from)::date AND sqlc.narg(ends_until)::date)
  AND (sqlc.narg(search)::text IS NULL OR k.title ILIKE '%' || sqlc.narg(search) || '%' OR k.number ILIKE '%' || sqlc.narg(search) || '%'
       OR b.name ILIKE '%' || sqlc.narg(search) || '%')
LIMIT 1001) AS counted;

-- name: SupplierContract :one
-- A contract as its supplier may read it: what was sent, and whose it is. What is written anew by its own proposal it goes on reading as it was sent.
SELECT k.id, k.buyer_id, b.name AS buyer_name, x.version AS sent_version, x.sent_at, (x.recalled_at IS NOT NULL)::boolean AS redrafted,
       (k.award_id IS NOT NULL AND zabuni.frozen(k.award_id))::boolean AS award_frozen
FROM contract k JOIN company b ON b.id = k.buyer_id
JOIN contract_sent x ON x.contract_id = k.id AND x.supplier_id = k.supplier_id
WHERE k.id = @id AND k.supplier_id = @supplier_id AND (x.recalled_at IS NULL AND k.status = ANY(@statuses::text[])
  OR k.status = ANY(@redrafting::text[]) AND x.number = (SELECT max(y.number) FROM contract_sent y WHERE y.contract_id = k.id)
     AND EXISTS (SELECT FROM contract_proposal p WHERE p.contract_id = k.id AND p.supplier_id = k.supplier_id AND p.decided_at = x.recalled_at))
ORDER BY x.number DESC LIMIT 1;

-- name: NotInForce :many
-- scope: system: contracts that are not in force yet with a company that a case has blacklisted, of the case's buyer or of all of them.
SELECT k.id, k.buyer_id, k.supplier_id, k.status FROM blacklist_case b JOIN contract k ON k.supplier_id = b.supplier_id AND (b.buyer_id IS NULL OR k.buyer_id = b.buyer_id)
WHERE b.id = @case_id AND b.status = 'blacklisted' AND k.status IN ('draft', 'internal_review', 'approved', 'sent', 'negotiating', 'signing')
ORDER BY k.created_at, k.id LIMIT 1000;
