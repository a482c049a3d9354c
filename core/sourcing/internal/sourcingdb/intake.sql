-- name: Intake :one
-- The intake that a category is a window of.
SELECT sqlc.embed(i), (coalesce(w.number, 1))::int AS number FROM intake i
LEFT JOIN intake_window w ON w.intake_id = i.category_id AND w.category_id = @category_id
WHERE i.buyer_id = @buyer_id AND (i.category_id = @category_id OR w.category_id IS NOT NULL);

-- name: SetIntake :exec
INSERT INTO intake (category_id, buyer_id, unit, until, set_by, set_at) VALUES (@category_id, @buyer_id, @unit, @until, @set_by, @set_at)
ON CONFLICT (category_id) DO UPDATE SET unit = excluded.unit, until = excluded.until, set_by = excluded.set_by, set_at = excluded.set_at
WHERE intake.buyer_id = excluded.buyer_id;

-- name: DropIntake :execrows
DELETE FROM intake WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: EndIntake :exec
UPDATE intake SET ended_by = @ended_by, ended_at = @ended_at, end_reason = @end_reason WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: LockIntake :one
SELECT * FROM intake WHERE category_id = @category_id AND buyer_id = @buyer_id FOR UPDATE;

-- name: Windows :many
-- The windows of an intake in their order, the first among them.
SELECT c.id, c.number, c.reference, c.status, c.opens_at, c.closes_at, x.position, c.closing_count
FROM (SELECT @intake_id::uuid AS category_id, 1 AS position UNION ALL SELECT w.category_id, w.number FROM intake_window w WHERE w.intake_id = @intake_id AND w.buyer_id = @buyer_id) x
JOIN category c ON c.id = x.category_id WHERE c.buyer_id = @buyer_id ORDER BY x.position;

-- name: InsertWindow :exec
INSERT INTO intake_window (category_id, intake_id, buyer_id, number) VALUES (@category_id, @intake_id, @buyer_id, @number);

-- name: InviteAgain :exec
-- Who was invited to one window is invited to the next.
INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at, source, list_id, reason)
SELECT @category_id, i.buyer_id, i.supplier_id, i.invited_by, @invited_at, i.source, i.list_id, i.reason FROM invitation i JOIN company s ON s.id = i.supplier_id AND s.status = 'active'
WHERE i.category_id = @before_id AND i.buyer_id = @buyer_id;

-- name: OpenDoorsAgain :exec
-- What is said of one window for a person holds for the next.
INSERT INTO category_access (buyer_id, account_id, category_id, allowed)
SELECT x.buyer_id, x.account_id, @category_id, x.allowed FROM category_access x WHERE x.category_id = @before_id AND x.buyer_id = @buyer_id;

-- name: DueToRoll :many
-- scope: system: the clock opens the next window of any buyer's intake once the latest is over.
WITH windows AS (
    SELECT f.category_id AS intake_id, f.category_id, 1 AS number FROM intake f WHERE f.ended_at IS NULL AND f.until > zabuni.clock()
    UNION ALL SELECT w.intake_id, w.category_id, w.number FROM intake_window w
), latest AS (
    SELECT DISTINCT ON (w.intake_id) w.intake_id, c.status FROM windows w JOIN category c ON c.id = w.category_id ORDER BY w.intake_id, w.number DESC
)
SELECT i.category_id, c.job_id, i.buyer_id FROM intake i JOIN category c ON c.id = i.category_id JOIN job j ON j.id = c.job_id
JOIN latest l ON l.intake_id = i.category_id
WHERE i.ended_at IS NULL AND i.until > zabuni.clock() AND l.status <> ALL(@waiting::text[]) AND j.status IN ('published', 'closed')
ORDER BY i.category_id LIMIT @max_rows;

-- name: OpenWindow :one
-- The window of an intake that takes applications now, beside one of it that is decided.
SELECT c.id FROM category c
WHERE c.buyer_id = @buyer_id AND c.status = 'open' AND c.id <> @category_id AND c.id IN (
    SELECT x.category_id FROM intake_window x WHERE x.buyer_id = @buyer_id AND x.intake_id =
        coalesce((SELECT w.intake_id FROM intake_window w WHERE w.category_id = @category_id AND w.buyer_id = @buyer_id), @category_id))
ORDER BY c.closes_at DESC LIMIT 1;

-- name: MayApplyAgain :many
-- Which of some suppliers, after one, may apply in a window now and have not begun to.
SELECT s.id FROM category c JOIN company s ON s.id = ANY(@suppliers::uuid[])
WHERE c.id = @category_id AND c.buyer_id = @buyer_id AND s.status = 'active' AND s.id > @after
  AND (NOT c.invited_only OR EXISTS (SELECT FROM invitation i WHERE i.category_id = c.id AND i.buyer_id = c.buyer_id AND i.supplier_id = s.id))
  AND NOT EXISTS (SELECT FROM participation p WHERE p.category_id = c.id AND p.buyer_id = c.buyer_id AND p.supplier_id = s.id)
  AND NOT EXISTS (SELECT FROM intake_window w JOIN list_entry l ON l.category_id = w.intake_id AND l.buyer_id = w.buyer_id
                  WHERE w.category_id = c.id AND w.buyer_id = c.buyer_id AND l.supplier_id = s.id
                  AND l.status <> 'removed' AND (l.listed_until IS NULL OR l.listed_until > c.closes_at))
  AND NOT EXISTS (SELECT FROM blacklist_case b WHERE b.supplier_id = s.id AND (b.buyer_id = c.buyer_id OR b.buyer_id IS NULL)
                  AND b.status = 'blacklisted' AND b.expires_at > @now)
ORDER BY s.id LIMIT @max_rows;

-- name: Renewing :many
-- Who stands on the list of an intake until a moment within one of its windows; who is invited hears of that.
SELECT l.supplier_id FROM intake_window w JOIN category c ON c.id = w.category_id AND c.buyer_id = w.buyer_id
JOIN list_entry l ON l.category_id = w.intake_id AND l.buyer_id = w.buyer_id
WHERE w.category_id = @category_id AND w.buyer_id = @buyer_id
  AND l.status = 'active' AND l.listed_until > c.opens_at AND l.listed_until <= c.closes_at
  AND NOT EXISTS (SELECT FROM invitation i WHERE i.category_id = c.id AND i.buyer_id = c.buyer_id AND i.supplier_id = l.supplier_id);

-- name: JobWindows :many
-- The later windows of intakes of a job: each is its first once more.
SELECT w.category_id FROM intake_window w JOIN category c ON c.id = w.category_id WHERE c.job_id = @job_id AND w.buyer_id = @buyer_id;
