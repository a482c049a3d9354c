-- name: InsertFreeze :exec
INSERT INTO award_freeze (id, award_id, category_id, buyer_id, reference, reason, begun_by, begun_at)
VALUES (@id, @award_id, @category_id, @buyer_id, @reference, @reason, @begun_by, @begun_at);

-- name: OpenFreeze :one
-- What stops the award of a category, whose row is held.
SELECT f.id, f.award_id, f.outcome, f.asked_by, f.asked_at, f.ended_at FROM award_freeze f
WHERE f.category_id = @category_id AND f.buyer_id = @buyer_id AND (f.ended_at IS NULL OR f.outcome = 'upheld') FOR UPDATE;

-- name: AskEnd :exec
UPDATE award_freeze SET outcome = sqlc.narg(outcome), said = @said, asked_by = sqlc.narg(asked_by), asked_at = sqlc.narg(asked_at)
WHERE id = @id AND buyer_id = @buyer_id AND ended_at IS NULL;

-- name: EndFreeze :exec
UPDATE award_freeze SET ended_by = @ended_by, ended_at = @ended_at WHERE id = @id AND buyer_id = @buyer_id AND ended_at IS NULL;

-- name: Freezes :many
-- All that ever stopped the award of a category, the newest first.
SELECT f.id, f.reference, f.reason, f.begun_at, f.outcome, f.said, f.asked_by, f.asked_at, f.ended_at,
       trim(b.first_name || ' ' || b.last_name)::text AS begun_by_name, coalesce(trim(a.first_name || ' ' || a.last_name), '')::text AS asked_by_name,
       coalesce(trim(e.first_name || ' ' || e.last_name), '')::text AS ended_by_name
FROM award_freeze f JOIN account b ON b.id = f.begun_by LEFT JOIN account a ON a.id = f.asked_by LEFT JOIN account e ON e.id = f.ended_by
WHERE f.category_id = @category_id AND f.buyer_id = @buyer_id ORDER BY f.begun_at DESC LIMIT 100;

-- name: Bound :one
-- Whether all who won have a contract of it that is in force, or was: then nothing is left that a complaint could stop.
SELECT (NOT EXISTS (SELECT FROM award_line l WHERE l.award_id = @award_id AND l.buyer_id = @buyer_id AND NOT EXISTS (
    SELECT FROM contract k WHERE k.award_id = l.award_id AND k.supplier_id = l.supplier_id AND k.buyer_id = l.buyer_id
      AND k.status IN ('active', 'expired', 'terminated', 'completed', 'archived'))))::boolean AS bound;

-- name: Winners :many
-- The bids that an award names.
SELECT DISTINCT s.participation_id FROM award_line l JOIN submission s ON s.id = l.submission_id WHERE l.award_id = @award_id AND l.buyer_id = @buyer_id;
