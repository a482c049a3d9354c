-- name: LockAsking :exec
-- scope: system: one question of a supplier about a category at a time.
SELECT pg_advisory_xact_lock(hashtextextended(@name::text, 0));

-- name: InsertClarification :execrows
INSERT INTO clarification (id, category_id, buyer_id, supplier_id, asked_by, asked_at, asked, question)
VALUES (@id, @category_id, @buyer_id, @supplier_id, @asked_by, @asked_at, @asked, @asked)
ON CONFLICT (id) DO NOTHING;

-- name: OwnClarification :one
-- scope: system: what the supplier has asked itself.
SELECT asked FROM clarification WHERE id = @id AND category_id = @category_id AND supplier_id = @supplier_id::uuid;

-- name: WaitingOf :one
-- scope: system: how many of its own questions wait for an answer.
SELECT count(*) FROM clarification WHERE category_id = @category_id AND supplier_id = @supplier_id::uuid AND status = 'asked';

-- name: SupplierClarifications :many
-- scope: system: what all are told, and what the supplier has asked itself.
SELECT id, number, status, coalesce(supplier_id = @supplier_id::uuid, false)::boolean AS own, (supplier_id IS NULL)::boolean AS note, asked, question, answer, reason, asked_at, decided_at
FROM clarification WHERE category_id = @category_id AND (status = 'answered' OR supplier_id = @supplier_id::uuid)
ORDER BY number NULLS LAST, asked_at, id LIMIT 1000;

-- name: Clarifications :many
-- Those that wait first, the longest waiting before the others; nobody who asked stands beside them.
SELECT id, number, status, asked, question, answer, reason, asked_at, decided_at, version, (supplier_id IS NULL)::boolean AS note
FROM clarification WHERE category_id = @category_id AND buyer_id = @buyer_id
ORDER BY status <> 'asked', number, asked_at, id LIMIT 1000;

-- name: LockClarification :one
SELECT id, number, status, asked, question, answer, reason, asked_at, decided_at, version, (supplier_id IS NULL)::boolean AS note
FROM clarification WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id FOR NO KEY UPDATE;

-- name: DraftClarification :exec
UPDATE clarification SET question = @question, answer = @answer, version = version + 1
WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: AnswerClarification :one
UPDATE clarification c SET question = @question, answer = @answer, status = 'answered', decided_by = @decided_by, decided_at = @now, version = version + 1,
    number = (SELECT coalesce(max(o.number), 0) + 1 FROM clarification o WHERE o.category_id = c.category_id)
WHERE c.id = @id AND c.category_id = @category_id AND c.buyer_id = @buyer_id RETURNING c.number;

-- name: RefuseClarification :exec
UPDATE clarification SET status = 'refused', reason = @reason, decided_by = @decided_by, decided_at = @now, version = version + 1
WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: Unanswered :one
SELECT count(*) FROM clarification WHERE category_id = @category_id AND buyer_id = @buyer_id AND status = 'asked';

-- name: ClarificationAbout :one
-- scope: system: what people are told of a question.
SELECT category_id, buyer_id, coalesce(supplier_id, '00000000-0000-0000-0000-000000000000')::uuid AS supplier_id, coalesce(number, 0) AS number, asked, question, answer, reason FROM clarification WHERE id = @id;

-- name: InsertNote :one
-- The buyer's own word to all, numbered among the answers.
INSERT INTO clarification (id, category_id, buyer_id, asked_by, asked_at, asked, question, answer, status, number, decided_by, decided_at)
SELECT @id, @category_id, @buyer_id, @said_by::uuid, @now::timestamptz, '', @question, @answer, 'answered', coalesce(max(o.number), 0) + 1, @said_by::uuid, @now::timestamptz
FROM clarification o WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id
ON CONFLICT (id) DO NOTHING RETURNING coalesce(number, 0)::int AS number;

-- name: Note :one
SELECT question, answer FROM clarification WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id AND supplier_id IS NULL;
