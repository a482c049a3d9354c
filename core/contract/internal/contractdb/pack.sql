-- name: Pack :many
SELECT p.position, p.kind, p.document_id, p.sum, d.name, d.size FROM contract_pack p JOIN document d ON d.id = p.document_id AND d.company_id = p.buyer_id
WHERE p.contract_id = @contract_id AND p.buyer_id = @buyer_id ORDER BY p.position;

-- name: InsertPack :exec
INSERT INTO contract_pack (contract_id, position, buyer_id, kind, document_id, sum, created_at)
VALUES (@contract_id, @position, @buyer_id, @kind, @document_id, @sum, @created_at);

-- name: PackOf :one
-- What an award binds the winner of a contract by: the newest of its bids that was opened, what it came to in the last round or in the room,
-- and the letter that told it. In a room no receipt is written: the log of the room is what proves its bids.
SELECT k.language, k.currency, k.value, b.name AS buyer_name, s.name AS supplier_name, c.name AS category_name, c.reference, j.timezone, n.id AS submission_id, n.version,
       n.received_at, n.receipt, n.from_room, t.id AS letter_id, t.document_id,
       r.name AS priced_in, r.reference AS priced_reference, p.version AS priced_version, p.receipt AS priced_receipt,
       (p.id <> n.id)::bool AS negotiated, (p.id = n.id AND f.bid_seq IS NOT NULL)::bool AS in_room,
       (CASE WHEN p.id = n.id THEN coalesce(f.bid_at, n.received_at) ELSE p.received_at END)::timestamptz AS priced_at
FROM contract k JOIN company b ON b.id = k.buyer_id JOIN company s ON s.id = k.supplier_id JOIN award w ON w.id = k.award_id JOIN category c ON c.id = w.category_id JOIN job j ON j.id = w.job_id
JOIN LATERAL (SELECT l.submission_id FROM award_line l WHERE l.award_id = w.id AND l.supplier_id = k.supplier_id AND l.buyer_id = k.buyer_id ORDER BY l.position LIMIT 1) x ON true
JOIN submission n ON n.id = x.submission_id AND n.buyer_id = k.buyer_id
LEFT JOIN offer f ON f.submission_id = n.id AND f.buyer_id = k.buyer_id
JOIN submission p ON p.id = coalesce(f.priced_by, n.id) AND p.buyer_id = k.buyer_id JOIN category r ON r.id = p.category_id
LEFT JOIN letter t ON t.category_id = c.id AND t.supplier_id = k.supplier_id AND t.buyer_id = k.buyer_id AND t.kind = 'award' AND t.status = 'issued'
WHERE k.id = @id AND k.buyer_id = @buyer_id;

-- name: PackLetter :one
SELECT t.document_id, d.sha256 FROM letter t JOIN document d ON d.id = t.document_id WHERE t.id = @id AND t.buyer_id = @buyer_id;

-- name: PackAnswers :many
-- The words of an option stand for its id, however whoever answered has written it.
SELECT g.name AS section, u.prompt, u.response_type,
       coalesce((SELECT string_agg(o.label, ', ' ORDER BY o.position) FROM question_option o WHERE o.question_id = u.id AND o.buyer_id = u.buyer_id AND position(replace(o.id::text, '-', '') IN replace(lower(a.value), '-', '')) > 0), a.value, '')::text AS said,
       coalesce((SELECT string_agg(f.name || ' (SHA-256 ' || encode(f.sealed_sha256, 'hex') || ')', E'\n' ORDER BY f.name, f.id) FROM opened_file o JOIN bid_file f ON f.id = o.bid_file_id
                 WHERE o.submission_id = n.id AND f.question_id = u.id AND o.buyer_id = n.buyer_id), '')::text AS files
FROM submission n JOIN question u ON u.category_id = n.category_id AND u.buyer_id = n.buyer_id JOIN section g ON g.id = u.section_id
LEFT JOIN opened_answer a ON a.submission_id = n.id AND a.question_id = u.id AND a.buyer_id = n.buyer_id
WHERE n.id = @submission_id AND n.buyer_id = @buyer_id
  AND (a.value IS NOT NULL OR EXISTS (SELECT FROM opened_file o JOIN bid_file f ON f.id = o.bid_file_id WHERE o.submission_id = n.id AND f.question_id = u.id AND o.buyer_id = n.buyer_id))
ORDER BY g.position, g.id, u.position, u.id;

-- name: PackPrices :many
-- What was awarded of an offer, at the prices that it came to in its last round: all of its lines, or those that the award names. What was bid in
-- a room is one price for all of them.
SELECT i.number, i.description, i.unit, i.quantity, p.unit_price, p.remarks FROM offer f JOIN opened_price p ON p.submission_id = f.priced_by AND p.buyer_id = @buyer_id
JOIN item i ON i.id = p.item_id AND i.buyer_id = p.buyer_id
WHERE f.submission_id = @submission_id AND f.buyer_id = @buyer_id AND (f.bid_seq IS NULL OR f.priced_by <> f.submission_id)
  AND EXISTS (SELECT FROM contract k JOIN award_line l ON l.award_id = k.award_id AND l.supplier_id = k.supplier_id AND l.buyer_id = k.buyer_id LEFT JOIN item x ON x.id = l.item_id
              WHERE k.id = @contract_id AND k.buyer_id = @buyer_id AND (l.item_id IS NULL OR x.number = i.number))
ORDER BY i.position, i.id;
