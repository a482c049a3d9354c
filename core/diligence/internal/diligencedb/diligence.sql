-- name: Bids :many
-- Opened bids, each with its visit as far as there is one.
SELECT o.submission_id, o.supplier_id, c.name AS supplier_name, o.position, o.opened_at, o.priced_at, r.technical_pass,
       v.status, v.due_at, v.place, v.people, v.expires_on, v.reason, v.version
FROM opened_bid o JOIN company c ON c.id = o.supplier_id
LEFT JOIN visit v ON v.submission_id = o.submission_id LEFT JOIN bid_result r ON r.submission_id = o.submission_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id ORDER BY o.position;

-- name: Bid :one
-- A bid that counted at closing or was taken back before; of one that is not opened there is no name.
SELECT s.category_id, s.supplier_id, o.opened_at, o.priced_at, c.name AS supplier_name,
       EXISTS (SELECT FROM withdrawal w WHERE w.category_id = s.category_id AND w.supplier_id = s.supplier_id)::boolean AS withdrawn
FROM submission s LEFT JOIN opened_bid o ON o.submission_id = s.id LEFT JOIN company c ON c.id = o.supplier_id
WHERE s.id = @id AND s.buyer_id = @buyer_id;

-- name: Claims :many
-- Questions of the published criteria that go through due diligence, in the order of print, with what a bid says to them.
SELECT q.id, q.prompt, q.response_type, a.value
FROM question q JOIN section s ON s.id = q.section_id JOIN section top ON top.id = coalesce(s.parent_id, s.id)
LEFT JOIN opened_answer a ON a.question_id = q.id AND a.submission_id = sqlc.narg(submission_id)
WHERE q.category_id = @category_id AND q.buyer_id = @buyer_id AND q.goes_dd AND q.gone_by IS NULL
ORDER BY top.position, top.id, s.id <> top.id, s.position, s.id, q.position, q.id;

-- name: Options :many
SELECT o.id, o.label FROM question_option o JOIN question q ON q.id = o.question_id
WHERE q.category_id = @category_id AND o.buyer_id = @buyer_id AND q.goes_dd AND q.gone_by IS NULL;

-- name: Questions :many
-- What is asked on visits besides: of everybody, then of one.
SELECT v.id, v.supplier_id, c.name AS supplier_name, v.prompt, v.help, v.kind, v.asked_at
FROM visit_question v LEFT JOIN company c ON c.id = v.supplier_id
WHERE v.category_id = @category_id AND v.buyer_id = @buyer_id ORDER BY v.supplier_id IS NOT NULL, v.position, v.id;

-- name: Question :one
SELECT category_id FROM visit_question WHERE id = @id AND buyer_id = @buyer_id;

-- name: InsertQuestion :exec
INSERT INTO visit_question (id, category_id, buyer_id, supplier_id, prompt, help, kind, position, asked_by, asked_at)
VALUES (@id, @category_id, @buyer_id, sqlc.narg(supplier_id), @prompt, @help, @kind,
        (SELECT coalesce(max(x.position) + 1, 1) FROM visit_question x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id), @asked_by, @asked_at);

-- name: DeleteQuestion :execrows
DELETE FROM visit_question v WHERE v.id = @id AND v.buyer_id = @buyer_id
AND NOT EXISTS (SELECT FROM visit_answer a WHERE a.question_id = v.id) AND NOT EXISTS (SELECT FROM visit_photo p WHERE p.question_id = v.id);

-- name: Visit :one
SELECT v.*, coalesce(f.first_name || ' ' || f.last_name, '')::text AS finder, coalesce(d.first_name || ' ' || d.last_name, '')::text AS decider,
       coalesce(r.first_name || ' ' || r.last_name, '')::text AS arriver
FROM visit v LEFT JOIN account f ON f.id = v.found_by LEFT JOIN account d ON d.id = v.decided_by LEFT JOIN account r ON r.id = v.arrived_by
WHERE v.submission_id = @submission_id AND v.buyer_id = @buyer_id;

-- name: PutVisit :exec
INSERT INTO visit (submission_id, category_id, buyer_id, supplier_id, status, due_at, place, people, arrived_at, arrived_by, consent, latitude, longitude,
                   findings, found_at, found_by, reason, decided_at, decided_by, expires_on, version)
VALUES (@submission_id, @category_id, @buyer_id, @supplier_id, @status, @due_at, @place, @people, @arrived_at, @arrived_by, @consent, @latitude, @longitude,
        @findings, @found_at, @found_by, @reason, @decided_at, @decided_by, @expires_on, @version)
ON CONFLICT (submission_id) DO UPDATE SET status = excluded.status, due_at = excluded.due_at, place = excluded.place, people = excluded.people,
    arrived_at = excluded.arrived_at, arrived_by = excluded.arrived_by, consent = excluded.consent, latitude = excluded.latitude,
    longitude = excluded.longitude, findings = excluded.findings, found_at = excluded.found_at, found_by = excluded.found_by,
    reason = excluded.reason, decided_at = excluded.decided_at, decided_by = excluded.decided_by, expires_on = excluded.expires_on, version = excluded.version
WHERE visit.buyer_id = excluded.buyer_id;

-- name: Answers :many
SELECT v.question_id, v.value, v.note, v.answered_at, v.version, (a.first_name || ' ' || a.last_name)::text AS name
FROM visit_answer v JOIN account a ON a.id = v.answered_by WHERE v.submission_id = @submission_id AND v.buyer_id = @buyer_id;

-- name: PutAnswer :exec
INSERT INTO visit_answer (submission_id, question_id, buyer_id, supplier_id, value, note, answered_by, answered_at, stored_at, version)
VALUES (@submission_id, @question_id, @buyer_id, @supplier_id, @value, @note, @answered_by, @answered_at, @stored_at, @version)
ON CONFLICT (submission_id, question_id) DO UPDATE SET value = excluded.value, note = excluded.note, answered_by = excluded.answered_by,
    answered_at = excluded.answered_at, stored_at = excluded.stored_at, version = excluded.version
WHERE visit_answer.buyer_id = excluded.buyer_id;

-- name: Photos :many
SELECT p.id, p.question_id, p.name, p.size, p.stored_at, (a.first_name || ' ' || a.last_name)::text AS taken_by
FROM visit_photo p JOIN account a ON a.id = p.taken_by WHERE p.submission_id = @submission_id AND p.buyer_id = @buyer_id ORDER BY p.stored_at, p.id;

-- name: Photo :one
SELECT submission_id, question_id, document_id, name FROM visit_photo WHERE id = @id AND buyer_id = @buyer_id;

-- name: InsertPhoto :execrows
INSERT INTO visit_photo (id, submission_id, question_id, buyer_id, supplier_id, document_id, name, size, taken_by, stored_at)
VALUES (@id, @submission_id, @question_id, @buyer_id, @supplier_id, @document_id, @name, @size, @taken_by, @stored_at)
ON CONFLICT (id) DO NOTHING;

-- name: DeletePhoto :exec
DELETE FROM visit_photo WHERE id = @id AND submission_id = @submission_id AND buyer_id = @buyer_id;

-- name: Failed :many
-- Whose visit failed.
SELECT submission_id, supplier_id FROM visit WHERE category_id = @category_id AND buyer_id = @buyer_id AND status = 'failed';
