-- name: AddendumIn :one
-- Whether it is there already.
SELECT number FROM addendum WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: LastAddendum :one
SELECT coalesce(max(number), 0)::int FROM addendum WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: InsertAddendum :execrows
INSERT INTO addendum (id, category_id, buyer_id, number, title, body, changes, closes_at, hash_was, hash_is, issued_by, issued_at)
VALUES (@id, @category_id, @buyer_id, @number, @title, @body, @changes, @closes_at, @hash_was, @hash_is, @issued_by, @issued_at)
ON CONFLICT (id) DO NOTHING;

-- name: Addenda :many
-- scope: operator: of one category, which the use case has looked at for its reader.
SELECT id, number, title, body, changes, closes_at, issued_at FROM addendum WHERE category_id = @category_id ORDER BY number DESC;

-- name: AddendumAbout :one
-- scope: system: what people are told of an addendum.
SELECT number, title, body, closes_at, jsonb_array_length(changes) > 0 AS touches FROM addendum WHERE id = @id;

-- name: AmendQuestion :exec
UPDATE question SET prompt = @prompt, help = @help, must_answer = @must_answer
WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: AmendItem :exec
UPDATE item SET description = @description, unit = @unit, quantity = @quantity
WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: AmendCategory :exec
UPDATE category SET instructions = @instructions, criteria_hash = @criteria_hash, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: ItemsTaken :many
-- Numbers are used once, those of what is gone too: later prices are compared by them.
SELECT number, position FROM item WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: ItemsCame :exec
UPDATE item SET came_by = @addendum_id::uuid WHERE id = ANY(@ids::uuid[]) AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: ItemsGo :exec
UPDATE item SET gone_by = @addendum_id::uuid WHERE id = ANY(@ids::uuid[]) AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: QuestionsCame :exec
UPDATE question SET came_by = @addendum_id::uuid WHERE id = ANY(@ids::uuid[]) AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: QuestionsGo :exec
UPDATE question SET gone_by = @addendum_id::uuid WHERE id = ANY(@ids::uuid[]) AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: AttachmentsGo :exec
UPDATE attachment SET gone_by = @addendum_id::uuid WHERE id = ANY(@ids::uuid[]) AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: DropWaiting :execrows
-- What was kept for an addendum that is not issued: all of it but what is named.
DELETE FROM attachment t WHERE t.category_id = @category_id AND t.buyer_id = @buyer_id AND t.addendum_id = @addendum_id::uuid
  AND t.id <> ALL(@but::uuid[]) AND NOT EXISTS (SELECT FROM addendum d WHERE d.id = t.addendum_id);
