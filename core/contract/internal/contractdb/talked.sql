-- name: InsertProposal :exec
INSERT INTO contract_proposal (contract_id, version, buyer_id, supplier_id, base, note, created_by, created_at)
VALUES (@contract_id, @version, @buyer_id, @supplier_id, @base, @note, @created_by, @created_at);

-- name: Proposals :many
-- scope: system: of one contract of the buyer that is named, the newest first; for a supplier, its own alone.
SELECT p.version, p.base, p.note, p.created_at, p.result, p.accepted, p.rejected, p.reason, p.decided_at, p.withdrawn, trim(a.first_name || ' ' || a.last_name)::text AS by_name
FROM contract_proposal p JOIN account a ON a.id = p.created_by
WHERE p.contract_id = @contract_id AND p.buyer_id = @buyer_id AND (sqlc.narg(supplier_id)::uuid IS NULL OR p.supplier_id = sqlc.narg(supplier_id)) ORDER BY p.version DESC LIMIT 50;

-- name: DecideProposal :exec
UPDATE contract_proposal SET result = @result, accepted = @accepted, rejected = @rejected, reason = @reason, decided_by = @decided_by, decided_at = @decided_at, withdrawn = @withdrawn
WHERE contract_id = @contract_id AND version = @version AND buyer_id = @buyer_id AND result IS NULL;

-- name: InsertComment :exec
INSERT INTO contract_comment (id, contract_id, buyer_id, supplier_id, version, block_id, side, body, created_by, created_at)
VALUES (@id, @contract_id, @buyer_id, @supplier_id, @version, @block_id, @side, @body, @created_by, @created_at);

-- name: Comments :many
SELECT c.id, c.version, c.block_id, c.side, c.body, c.created_at, trim(a.first_name || ' ' || a.last_name)::text AS by_name
FROM contract_comment c JOIN account a ON a.id = c.created_by
WHERE c.contract_id = @contract_id AND c.buyer_id = @buyer_id AND c.supplier_id = @supplier_id ORDER BY c.created_at, c.id LIMIT 500;

-- name: InsertNote :exec
INSERT INTO contract_note (id, contract_id, buyer_id, version, block_id, body, created_by, created_at)
VALUES (@id, @contract_id, @buyer_id, @version, @block_id, @body, @created_by, @created_at);

-- name: Notes :many
SELECT n.id, n.version, n.block_id, n.body, n.created_at, trim(a.first_name || ' ' || a.last_name)::text AS by_name
FROM contract_note n JOIN account a ON a.id = n.created_by
WHERE n.contract_id = @contract_id AND n.buyer_id = @buyer_id ORDER BY n.created_at, n.id LIMIT 500;

-- name: LockSupplierContract :one
-- A contract that was sent to a supplier, for a change by its people.
SELECT k.* FROM contract k WHERE k.id = @id AND k.supplier_id = @supplier_id AND k.status = ANY(@statuses::text[])
  AND EXISTS (SELECT FROM contract_sent s WHERE s.contract_id = k.id AND s.supplier_id = k.supplier_id AND s.recalled_at IS NULL) FOR UPDATE;
