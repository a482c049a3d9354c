-- name: Key :one
SELECT id, recipient, wrapped, closes_at, sequence FROM category_key WHERE category_id = @category_id AND buyer_id = @buyer_id AND envelope = @envelope;

-- name: Session :one
SELECT id, status, requested_at, opened_at FROM opening_session
WHERE category_id = @category_id AND buyer_id = @buyer_id AND envelope = @envelope FOR UPDATE;

-- name: InsertSession :exec
INSERT INTO opening_session (id, category_id, buyer_id, envelope, status, requested_by, requested_at)
VALUES (@id, @category_id, @buyer_id, @envelope, 'quorum_waiting', @requested_by, @now);

-- name: SessionOpened :exec
UPDATE opening_session SET status = 'opened', opened_at = @now WHERE id = @id AND buyer_id = @buyer_id;

-- name: SessionLocked :exec
UPDATE opening_session SET status = 'locked' WHERE id = @id AND buyer_id = @buyer_id;

-- name: Sessions :many
SELECT id, envelope, status, requested_at, opened_at FROM opening_session
WHERE category_id = @category_id AND buyer_id = @buyer_id ORDER BY requested_at;

-- name: PutApproval :exec
INSERT INTO opening_approval (session_id, account_id, buyer_id, at) VALUES (@session_id, @account_id, @buyer_id, @at)
ON CONFLICT (session_id, account_id) DO UPDATE SET at = excluded.at WHERE opening_approval.buyer_id = excluded.buyer_id;

-- name: Approvals :many
SELECT p.session_id, p.account_id, p.at, p.signed_at, (a.first_name || ' ' || a.last_name)::text AS name, a.status,
       EXISTS (SELECT FROM account_role ar JOIN role_privilege rp ON rp.role_id = ar.role_id
               WHERE ar.account_id = a.id AND rp.title = @title::text
               GROUP BY rp.title HAVING NOT bool_or(rp.denied))::boolean AS entitled
FROM opening_approval p JOIN account a ON a.id = p.account_id
WHERE p.session_id = @session_id AND p.buyer_id = @buyer_id ORDER BY p.at;

-- name: SignMinutes :execrows
UPDATE opening_approval SET signed_at = @now WHERE session_id = @session_id AND account_id = @account_id AND buyer_id = @buyer_id AND signed_at IS NULL;

-- name: DueToOpen :many
-- scope: system: the opener opens by the clock what no people open, for every buyer.
SELECT id, buyer_id FROM category WHERE status = 'closed' AND openers = 0 AND closes_at <= zabuni.clock() ORDER BY closes_at LIMIT 200;

-- name: LatestSealed :many
-- The opener's: the latest submission of each bidder that has not withdrawn and has confirmed what was changed, in the order of receipt.
SELECT s.id, s.supplier_id, s.version, s.received_at, s.receipt, s.participation_id, e.sealed, c.name AS supplier_name
FROM submission s JOIN sealed_envelope e ON e.submission_id = s.id AND e.envelope = @envelope JOIN company c ON c.id = s.supplier_id
WHERE s.category_id = @category_id AND s.buyer_id = @buyer_id AND s.withdrawn_at IS NULL AND s.set_aside_by IS NULL
  AND s.version = (SELECT max(l.version) FROM submission l WHERE l.participation_id = s.participation_id)
ORDER BY s.received_at, s.id;

-- name: SealedFiles :many
SELECT f.bid_file_id, f.wrapped, b.sealed_sha256 FROM sealed_file f JOIN bid_file b ON b.id = f.bid_file_id
WHERE f.submission_id = @submission_id AND f.buyer_id = @buyer_id;

-- name: Judged :many
-- Which of the opened bids have passed; null while nobody has judged.
SELECT o.submission_id, r.technical_pass FROM opened_bid o LEFT JOIN bid_result r ON r.submission_id = o.submission_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id;

-- name: InsertOpenedBid :exec
INSERT INTO opened_bid (submission_id, category_id, buyer_id, supplier_id, opened_at, position)
VALUES (@submission_id, @category_id, @buyer_id, @supplier_id, @at, @position);

-- name: OpenPrice :exec
UPDATE opened_bid SET priced_at = @at, price = @price, currency = @currency WHERE submission_id = @submission_id AND buyer_id = @buyer_id;

-- name: InsertOpenedAnswers :exec
INSERT INTO opened_answer (submission_id, question_id, buyer_id, supplier_id, value)
SELECT @submission_id, unnest(@questions::uuid[]), @buyer_id, @supplier_id, unnest(@values::text[]);

-- name: InsertOpenedPrices :exec
INSERT INTO opened_price (submission_id, item_id, buyer_id, supplier_id, unit_price, remarks)
SELECT @submission_id, unnest(@items::uuid[]), @buyer_id, @supplier_id, unnest(@prices::numeric[]), unnest(@remarks::text[]);

-- name: InsertOpenedFile :exec
INSERT INTO opened_file (submission_id, bid_file_id, buyer_id, supplier_id, file_key) VALUES (@submission_id, @bid_file_id, @buyer_id, @supplier_id, @file_key);

-- name: Quantities :many
SELECT id, quantity FROM item WHERE category_id = @category_id AND buyer_id = @buyer_id AND gone_by IS NULL;

-- name: SubmissionOwner :one
-- scope: operator: whose bid it is, before everything else is asked with that owner.
SELECT buyer_id FROM submission WHERE id = @id;

-- name: Interests :many
-- What a person has declared in categories, before scoring and before checking. A round is judged by its parent's.
SELECT c.id, coalesce(e.interest, '')::text AS interest, (e.final_at IS NOT NULL)::boolean AS final, coalesce(d.interest, '')::text AS checks
FROM category c
LEFT JOIN evaluation_assignment e ON e.category_id = coalesce(c.parent_id, c.id) AND e.account_id = @account_id AND e.buyer_id = c.buyer_id
LEFT JOIN quality_declaration d ON d.category_id = coalesce(c.parent_id, c.id) AND d.account_id = @account_id AND d.buyer_id = c.buyer_id
WHERE c.id = ANY(@categories::uuid[]) AND c.buyer_id = @buyer_id;
