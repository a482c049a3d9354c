-- name: Sections :many
SELECT id, parent_id, name, description, weight, position FROM section
WHERE category_id = @category_id AND buyer_id = @buyer_id ORDER BY position, id;

-- name: InsertSection :exec
INSERT INTO section (id, category_id, buyer_id, parent_id, name, description, weight, position)
VALUES (@id, @category_id, @buyer_id, @parent_id, @name, @description, @weight, @position);

-- name: UpdateSection :execrows
UPDATE section SET name = @name, description = @description, weight = @weight
WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: DeleteSection :execrows
DELETE FROM section WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: PlaceSections :exec
UPDATE section s SET position = o.n
FROM unnest(@ids::uuid[]) WITH ORDINALITY AS o(id, n)
WHERE s.id = o.id AND s.category_id = @category_id AND s.buyer_id = @buyer_id;

-- name: Questions :many
SELECT id, section_id, prompt, help, response_type, must_answer, goes_qa, goes_dd, scored, max_score, min_score, position FROM question
WHERE category_id = @category_id AND buyer_id = @buyer_id AND gone_by IS NULL ORDER BY position, id;

-- name: Options :many
SELECT o.id, o.question_id, o.label, o.score FROM question_option o JOIN question q ON q.id = o.question_id
WHERE q.category_id = @category_id AND o.buyer_id = @buyer_id AND q.gone_by IS NULL ORDER BY o.question_id, o.position;

-- name: Bands :many
SELECT b.question_id, b.lower, b.upper, b.score FROM question_band b JOIN question q ON q.id = b.question_id
WHERE q.category_id = @category_id AND b.buyer_id = @buyer_id AND q.gone_by IS NULL ORDER BY b.question_id, b.position;

-- name: InsertQuestion :exec
INSERT INTO question (id, section_id, category_id, buyer_id, prompt, help, response_type, must_answer, goes_qa, goes_dd, scored,
    max_score, min_score, position)
VALUES (@id, @section_id, @category_id, @buyer_id, @prompt, @help, @response_type, @must_answer, @goes_qa, @goes_dd, @scored,
    @max_score, @min_score, @position);

-- name: UpdateQuestion :execrows
UPDATE question SET section_id = @section_id, prompt = @prompt, help = @help, response_type = @response_type, must_answer = @must_answer,
    goes_qa = @goes_qa, goes_dd = @goes_dd, scored = @scored, max_score = @max_score, min_score = @min_score
WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: DeleteQuestion :execrows
DELETE FROM question WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: PlaceQuestions :exec
UPDATE question q SET position = o.n, section_id = @section_id
FROM unnest(@ids::uuid[]) WITH ORDINALITY AS o(id, n)
WHERE q.id = o.id AND q.category_id = @category_id AND q.buyer_id = @buyer_id;

-- name: DeleteOptions :exec
DELETE FROM question_option WHERE question_id = @question_id AND buyer_id = @buyer_id;

-- name: InsertOption :exec
INSERT INTO question_option (id, question_id, buyer_id, label, score, position) VALUES (@id, @question_id, @buyer_id, @label, @score, @position);

-- name: DeleteBands :exec
DELETE FROM question_band WHERE question_id = @question_id AND buyer_id = @buyer_id;

-- name: InsertBand :exec
INSERT INTO question_band (question_id, buyer_id, position, lower, upper, score) VALUES (@question_id, @buyer_id, @position, @lower, @upper, @score);

-- name: Items :many
SELECT id, number, code, description, unit, quantity, classification, position FROM item
WHERE category_id = @category_id AND buyer_id = @buyer_id AND gone_by IS NULL ORDER BY position, id;

-- name: InsertItem :exec
INSERT INTO item (id, category_id, buyer_id, number, code, description, unit, quantity, classification, position)
VALUES (@id, @category_id, @buyer_id, @number, @code, @description, @unit, @quantity, @classification, @position);

-- name: UpdateItem :execrows
UPDATE item SET number = @number, code = @code, description = @description, unit = @unit, quantity = @quantity,
    classification = @classification
WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: DeleteItem :execrows
DELETE FROM item WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: DeleteItems :exec
DELETE FROM item WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: CopyItems :copyfrom
INSERT INTO item (id, category_id, buyer_id, number, code, description, unit, quantity, classification, position)
VALUES (@id, @category_id, @buyer_id, @number, @code, @description, @unit, @quantity, @classification, @position);

-- name: Assets :many
-- What each item is besides: those of which nothing is said are left out.
SELECT i.id AS item_id, coalesce(a.condition, '')::text AS condition, coalesce(a.notes, '')::text AS notes, coalesce(a.location, '')::text AS location,
       r.commitment, coalesce(r.currency, '')::text AS currency, r.set_at, coalesce(p.first_name || ' ' || p.last_name, '')::text AS set_by, r.amount, r.reason, r.salt, r.opened_at
FROM item i LEFT JOIN asset a ON a.item_id = i.id LEFT JOIN reserve r ON r.item_id = i.id LEFT JOIN account p ON p.id = r.set_by
WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND i.gone_by IS NULL
  AND (a.item_id IS NOT NULL OR r.item_id IS NOT NULL OR EXISTS (SELECT FROM asset_photo f WHERE f.item_id = i.id));

-- name: AssetPhotos :many
SELECT f.id, f.item_id, f.document_id, f.name, f.size FROM asset_photo f JOIN item i ON i.id = f.item_id
WHERE f.category_id = @category_id AND f.buyer_id = @buyer_id AND i.gone_by IS NULL ORDER BY f.item_id, f.position, f.id;

-- name: AssetPhoto :one
SELECT item_id, category_id, document_id, name FROM asset_photo WHERE id = @id AND buyer_id = @buyer_id;

-- name: PutAsset :exec
INSERT INTO asset (item_id, category_id, buyer_id, condition, notes, location)
SELECT i.id, i.category_id, i.buyer_id, @condition::text, @notes::text, @location::text FROM item i
WHERE i.id = @item_id AND i.category_id = @category_id AND i.buyer_id = @buyer_id
ON CONFLICT (item_id) DO UPDATE SET condition = excluded.condition, notes = excluded.notes, location = excluded.location
WHERE asset.buyer_id = excluded.buyer_id;

-- name: InsertAssetPhoto :execrows
INSERT INTO asset_photo (id, item_id, category_id, buyer_id, document_id, name, size, position, added_by, added_at)
SELECT @id, i.id, i.category_id, i.buyer_id, @document_id, @name, @size,
       (SELECT coalesce(max(f.position), 0) + 1 FROM asset_photo f WHERE f.item_id = i.id), @added_by, @added_at
FROM item i WHERE i.id = @item_id AND i.category_id = @category_id AND i.buyer_id = @buyer_id
ON CONFLICT (id) DO NOTHING;

-- name: DeleteAssetPhoto :execrows
DELETE FROM asset_photo WHERE id = @id AND item_id = @item_id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: Item :one
SELECT id, number, description, unit, quantity FROM item WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: ReserveKey :one
SELECT recipient FROM category_key WHERE category_id = @category_id AND buyer_id = @buyer_id AND envelope = @envelope;

-- name: PutReserve :exec
INSERT INTO reserve (item_id, category_id, buyer_id, currency, sealed, commitment, set_by, set_at)
VALUES (@item_id, @category_id, @buyer_id, @currency, @sealed, @commitment, @set_by, @set_at)
ON CONFLICT (item_id) DO UPDATE SET currency = excluded.currency, sealed = excluded.sealed, commitment = excluded.commitment,
    set_by = excluded.set_by, set_at = excluded.set_at
WHERE reserve.buyer_id = excluded.buyer_id;

-- name: DeleteReserve :execrows
DELETE FROM reserve WHERE item_id = @item_id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: SealedReserves :many
SELECT item_id, sealed, commitment FROM reserve WHERE category_id = @category_id AND buyer_id = @buyer_id AND opened_at IS NULL ORDER BY item_id;

-- name: OpenReserve :exec
UPDATE reserve SET amount = @amount, reason = @reason, salt = @salt, opened_at = @at WHERE item_id = @item_id AND buyer_id = @buyer_id;

-- name: Attachments :many
-- What was published with the category or by an addendum since, and was not taken away: not what waits for its addendum.
SELECT t.id, t.document_id, t.name, t.size, t.sha256 FROM attachment t
WHERE t.category_id = @category_id AND t.buyer_id = @buyer_id AND t.gone_by IS NULL
  AND (t.addendum_id IS NULL OR EXISTS (SELECT FROM addendum d WHERE d.id = t.addendum_id AND d.category_id = t.category_id))
ORDER BY t.position, t.id;

-- name: WaitingAttachments :many
-- What has been kept for an addendum that is not issued yet.
SELECT t.id, t.document_id, t.name, t.size, t.sha256 FROM attachment t
WHERE t.category_id = @category_id AND t.buyer_id = @buyer_id AND t.addendum_id = @addendum_id::uuid ORDER BY t.position, t.id;

-- name: Attachment :one
-- What was published stays readable, also when it was taken away since.
SELECT t.document_id FROM attachment t WHERE t.id = @id AND t.category_id = @category_id AND t.buyer_id = @buyer_id
  AND (t.addendum_id IS NULL OR EXISTS (SELECT FROM addendum d WHERE d.id = t.addendum_id AND d.category_id = t.category_id));

-- name: Destroyed :many
-- Which of some documents are gone with an archived job.
SELECT object_id FROM disposed_object WHERE object_id = ANY(@documents::uuid[]) AND buyer_id = @buyer_id;

-- name: InsertAttachment :execrows
INSERT INTO attachment (id, category_id, buyer_id, document_id, name, size, sha256, addendum_id, position, added_by, added_at)
SELECT @id, c.id, c.buyer_id, @document_id, @name, @size, @sha256, sqlc.narg(addendum_id),
       (SELECT coalesce(max(p.position), 0) + 1 FROM attachment p WHERE p.category_id = c.id), @added_by, @added_at
FROM category c WHERE c.id = @category_id AND c.buyer_id = @buyer_id
ON CONFLICT (id) DO NOTHING;

-- name: DeleteAttachment :execrows
DELETE FROM attachment WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id;
