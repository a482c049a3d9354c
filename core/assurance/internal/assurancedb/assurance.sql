-- name: Declaration :one
SELECT interest FROM quality_declaration WHERE category_id = @category_id AND account_id = @account_id AND buyer_id = @buyer_id;

-- name: Declarations :many
SELECT d.account_id, d.interest, d.declared_at, (a.first_name || ' ' || a.last_name)::text AS name
FROM quality_declaration d JOIN account a ON a.id = d.account_id
WHERE d.category_id = @category_id AND d.buyer_id = @buyer_id ORDER BY d.declared_at, d.account_id;

-- name: Declare :execrows
-- Who has stepped back does not come back.
INSERT INTO quality_declaration (category_id, account_id, buyer_id, interest, declaration, declared_at)
VALUES (@category_id, @account_id, @buyer_id, @interest, @declaration, @now)
ON CONFLICT (category_id, account_id) DO UPDATE SET interest = excluded.interest, declaration = excluded.declaration, declared_at = excluded.declared_at
WHERE quality_declaration.buyer_id = excluded.buyer_id AND (excluded.interest <> 'none' OR quality_declaration.interest = 'none');

-- name: Questions :many
-- What goes through quality assurance, in the order of print.
SELECT q.category_id, q.id, s.name AS section_name, q.prompt, q.help, q.response_type
FROM question q JOIN section s ON s.id = q.section_id JOIN section top ON top.id = coalesce(s.parent_id, s.id)
WHERE q.category_id = ANY (@category_ids::uuid[]) AND q.buyer_id = @buyer_id AND q.goes_qa AND q.gone_by IS NULL
ORDER BY q.category_id, top.position, top.id, s.id <> top.id, s.position, s.id, q.position, q.id;

-- name: GoesThrough :one
-- Whether a question of the category goes through quality assurance.
SELECT goes_qa FROM question WHERE id = @id AND category_id = @category_id AND buyer_id = @buyer_id AND gone_by IS NULL;

-- name: Options :many
SELECT o.id, o.label FROM question_option o JOIN question q ON q.id = o.question_id
WHERE q.category_id = @category_id AND o.buyer_id = @buyer_id AND q.goes_qa AND q.gone_by IS NULL;

-- name: Bids :many
SELECT o.category_id, o.submission_id, o.supplier_id, c.name AS supplier_name, o.position, p.status
FROM opened_bid o JOIN submission s ON s.id = o.submission_id JOIN participation p ON p.id = s.participation_id JOIN company c ON c.id = o.supplier_id
WHERE o.category_id = ANY (@category_ids::uuid[]) AND o.buyer_id = @buyer_id ORDER BY o.category_id, o.position;

-- name: CategoryOfBid :one
SELECT category_id FROM submission WHERE id = @id AND buyer_id = @buyer_id;

-- name: Answers :many
SELECT a.question_id, a.value FROM opened_answer a JOIN question q ON q.id = a.question_id
WHERE a.submission_id = @submission_id AND a.buyer_id = @buyer_id AND q.goes_qa;

-- name: Files :many
SELECT f.bid_file_id, b.question_id, b.name, b.media_type, b.size
FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id JOIN question q ON q.id = b.question_id
WHERE f.submission_id = @submission_id AND f.buyer_id = @buyer_id AND q.goes_qa ORDER BY b.uploaded_at, b.id;

-- name: Checks :many
-- Of both turns.
SELECT 'first'::text AS turn, k.category_id, k.submission_id, k.question_id, k.verdict, k.note, k.checked_by, (a.first_name || ' ' || a.last_name)::text AS name, k.checked_at, k.version
FROM quality_check k JOIN account a ON a.id = k.checked_by WHERE k.category_id = ANY (@category_ids::uuid[]) AND k.buyer_id = @buyer_id
UNION ALL
SELECT 'second'::text AS turn, k.category_id, k.submission_id, k.question_id, k.verdict, k.note, k.checked_by, (a.first_name || ' ' || a.last_name)::text AS name, k.checked_at, k.version
FROM quality_control k JOIN account a ON a.id = k.checked_by WHERE k.category_id = ANY (@category_ids::uuid[]) AND k.buyer_id = @buyer_id;

-- name: PutCheck :exec
INSERT INTO quality_check (submission_id, question_id, category_id, buyer_id, supplier_id, verdict, note, checked_by, checked_at, version)
VALUES (@submission_id, @question_id, @category_id, @buyer_id, @supplier_id, @verdict, @note, @checked_by, @checked_at, @version)
ON CONFLICT (submission_id, question_id) DO UPDATE SET verdict = excluded.verdict, note = excluded.note, checked_by = excluded.checked_by,
    checked_at = excluded.checked_at, version = excluded.version
WHERE quality_check.buyer_id = excluded.buyer_id;

-- name: PutControl :exec
INSERT INTO quality_control (submission_id, question_id, category_id, buyer_id, supplier_id, verdict, note, checked_by, checked_at, version)
VALUES (@submission_id, @question_id, @category_id, @buyer_id, @supplier_id, @verdict, @note, @checked_by, @checked_at, @version)
ON CONFLICT (submission_id, question_id) DO UPDATE SET verdict = excluded.verdict, note = excluded.note, checked_by = excluded.checked_by,
    checked_at = excluded.checked_at, version = excluded.version
WHERE quality_control.buyer_id = excluded.buyer_id;

-- name: Plans :many
SELECT category_id, sample, version FROM quality_plan WHERE category_id = ANY (@category_ids::uuid[]) AND buyer_id = @buyer_id;

-- name: PutPlan :exec
INSERT INTO quality_plan (category_id, buyer_id, sample, set_by, set_at, version)
VALUES (@category_id, @buyer_id, @sample, @set_by, @set_at, @version)
ON CONFLICT (category_id) DO UPDATE SET sample = excluded.sample, set_by = excluded.set_by, set_at = excluded.set_at, version = excluded.version
WHERE quality_plan.buyer_id = excluded.buyer_id;

-- name: Sheets :many
SELECT category_id, submission_id, turn, checker, hands, finished_by, finished_at, version
FROM quality_sheet WHERE category_id = ANY (@category_ids::uuid[]) AND buyer_id = @buyer_id;

-- name: PutSheet :exec
INSERT INTO quality_sheet (submission_id, turn, category_id, buyer_id, supplier_id, checker, hands, finished_by, finished_at, version)
VALUES (@submission_id, @turn, @category_id, @buyer_id, @supplier_id, @checker, @hands, @finished_by, @finished_at, @version)
ON CONFLICT (submission_id, turn) DO UPDATE SET checker = excluded.checker, hands = excluded.hands, finished_by = excluded.finished_by,
    finished_at = excluded.finished_at, version = excluded.version
WHERE quality_sheet.buyer_id = excluded.buyer_id;
