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
WHERE category_id = @category_id AND buyer_id = @buyer_id ORDER BY position, id;

-- name: Options :many
SELECT o.id, o.question_id, o.label, o.score FROM question_option o JOIN question q ON q.id = o.question_id
WHERE q.category_id = @category_id AND o.buyer_id = @buyer_id ORDER BY o.question_id, o.position;

-- name: Bands :many
SELECT b.question_id, b.lower, b.upper, b.score FROM question_band b JOIN question q ON q.id = b.question_id
WHERE q.category_id = @category_id AND b.buyer_id = @buyer_id ORDER BY b.question_id, b.position;

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
WHERE category_id = @category_id AND buyer_id = @buyer_id ORDER BY position, id;

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
