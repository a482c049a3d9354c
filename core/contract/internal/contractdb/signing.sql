-- name: BuyerOfSent :one
-- Whose contract it is, for the supplier that it was sent to.
SELECT k.buyer_id FROM contract k WHERE k.id = @id AND k.supplier_id = @supplier_id AND k.status = ANY(@statuses::text[])
  AND EXISTS (SELECT FROM contract_sent s WHERE s.contract_id = k.id AND s.supplier_id = k.supplier_id AND s.recalled_at IS NULL);

-- name: Signing :one
-- scope: system: the newest request to sign one contract of the buyer that is named; for a supplier, of those that were made with it.
SELECT g.id, g.number, g.sum, g.paper_id, g.paper_sum, g.expires_at, g.begun_at, g.outcome, g.reason, g.ended_at,
       (b.first_name || ' ' || b.last_name)::text AS begun_by, coalesce(e.first_name || ' ' || e.last_name, '')::text AS ended_by
FROM contract_signing g JOIN account b ON b.id = g.begun_by LEFT JOIN account e ON e.id = g.ended_by
WHERE g.contract_id = @contract_id AND g.buyer_id = @buyer_id AND (sqlc.narg(supplier_id)::uuid IS NULL OR g.supplier_id = sqlc.narg(supplier_id))
ORDER BY g.begun_at DESC, g.id DESC LIMIT 1;

-- name: Signers :many
SELECT s.id, s.side, s.account_id, s.name, s.capacity, s.turn, s.reminded_at, x.revision, x.shown, x.sum, x.certificate, x.proved_at, x.stamped_at, x.signed_at, x.entry
FROM contract_signer s LEFT JOIN contract_signature x ON x.signer_id = s.id AND x.buyer_id = s.buyer_id
WHERE s.signing_id = @signing_id AND s.buyer_id = @buyer_id ORDER BY s.turn, s.side, s.id;

-- name: MaySign :many
-- Whom a request to sign may name: the active people of both companies who have a right in contracts.
SELECT a.id, a.company_id, a.first_name, a.last_name FROM account a
WHERE a.company_id = ANY(@companies::uuid[]) AND a.status = 'active'
  AND EXISTS (SELECT FROM account_role ar JOIN role_privilege rp ON rp.role_id = ar.role_id
              WHERE ar.account_id = a.id AND rp.title IN ('MANAGE_CONTRACT', 'APPROVE_CONTRACT')
              GROUP BY rp.title HAVING NOT bool_or(rp.denied))
ORDER BY a.first_name, a.last_name, a.id LIMIT 200;

-- name: InsertSigning :exec
INSERT INTO contract_signing (id, contract_id, buyer_id, supplier_id, number, sum, paper_id, paper_sum, expires_at, begun_by, begun_at)
VALUES (@id, @contract_id, @buyer_id, sqlc.narg(supplier_id), @number, @sum, @paper_id, @paper_sum, @expires_at, @begun_by, @begun_at);

-- name: InsertSigner :exec
INSERT INTO contract_signer (id, signing_id, buyer_id, supplier_id, side, account_id, name, capacity, turn)
VALUES (@id, @signing_id, @buyer_id, sqlc.narg(supplier_id), @side, @account_id, @name, @capacity, @turn);

-- name: InsertSignature :exec
INSERT INTO contract_signature (signer_id, signing_id, buyer_id, supplier_id, revision, shown, paper_id, sum, certificate, proved_at, stamped_at, signed_at, entry)
VALUES (@signer_id, @signing_id, @buyer_id, sqlc.narg(supplier_id), @revision, @shown, @paper_id, @sum, @certificate, @proved_at, @stamped_at, @signed_at, @entry);

-- name: PutPaper :exec
UPDATE contract_signing SET paper_id = @paper_id, paper_sum = @paper_sum WHERE id = @id AND buyer_id = @buyer_id;

-- name: EndSigning :execrows
UPDATE contract_signing SET outcome = @outcome, reason = @reason, ended_by = sqlc.narg(ended_by), ended_at = @ended_at
WHERE contract_id = @contract_id AND buyer_id = @buyer_id AND outcome IS NULL;

-- name: OverdueSignings :many
-- scope: system: requests whose time is over, of every buyer.
SELECT contract_id, buyer_id FROM contract_signing WHERE outcome IS NULL AND expires_at <= @now ORDER BY expires_at LIMIT 100;

-- name: SignedNotBegun :many
-- scope: system: contracts that all have signed and that are not in force yet, of every buyer, unless a complaint stops them; amendments of what is over before their day.
SELECT k.id, k.buyer_id, k.starts_on, j.timezone, b.country AS buyer_country
FROM contract k JOIN company b ON b.id = k.buyer_id JOIN contract_signing g ON g.contract_id = k.id AND g.outcome = 'signed' LEFT JOIN award w ON w.id = k.award_id LEFT JOIN job j ON j.id = w.job_id
WHERE k.status = 'signing' AND (k.award_id IS NULL OR NOT zabuni.frozen(k.award_id)) AND (k.starts_on <= @until
  OR EXISTS (SELECT FROM contract_amendment x JOIN contract o ON o.id = x.amends_id AND o.buyer_id = x.buyer_id WHERE x.contract_id = k.id AND o.status <> 'active')) ORDER BY k.starts_on, k.id LIMIT 100;

-- name: UnsignedSince :many
-- scope: system: requests that somebody has to be reminded of, of every buyer; of what a complaint stops nobody is.
SELECT g.contract_id, g.buyer_id FROM contract_signing g JOIN contract k ON k.id = g.contract_id
WHERE g.outcome IS NULL AND g.begun_at <= @before AND (k.award_id IS NULL OR NOT zabuni.frozen(k.award_id))
  AND EXISTS (SELECT FROM contract_signer s LEFT JOIN contract_signature x ON x.signer_id = s.id
              WHERE s.signing_id = g.id AND x.signer_id IS NULL AND coalesce(s.reminded_at, g.begun_at) <= @before)
ORDER BY g.begun_at, g.id LIMIT 100;

-- name: Reminded :exec
UPDATE contract_signer SET reminded_at = @reminded_at WHERE id = ANY(@ids::uuid[]) AND buyer_id = @buyer_id;

-- name: ToSign :many
-- Contracts that are signed now or that can be, with how far each is and whether the reader's signature is missing.
SELECT k.id, k.number, k.title, k.status, k.no_signature_before, k.starts_on, k.created_at, coalesce(c.name, p.name, '')::text AS supplier_name,
       coalesce(g.expires_at, k.created_at)::timestamptz AS expires_at, coalesce(g.outcome, '')::text AS outcome, -- without a request nobody signs
       (SELECT count(*) FROM contract_signer s WHERE s.signing_id = g.id)::int AS signers,
       (SELECT count(*) FROM contract_signature x WHERE x.signing_id = g.id)::int AS signatures,
       EXISTS (SELECT FROM contract_signer s WHERE s.signing_id = g.id AND s.account_id = @reader AND g.outcome IS NULL
               AND NOT EXISTS (SELECT FROM contract_signature x WHERE x.signer_id = s.id)
               AND NOT EXISTS (SELECT FROM contract_signer e WHERE e.signing_id = g.id AND e.turn < s.turn
                               AND NOT EXISTS (SELECT FROM contract_signature x WHERE x.signer_id = e.id))) AS mine,
       EXISTS (SELECT FROM contract_scan n WHERE n.contract_id = k.id AND n.buyer_id = k.buyer_id AND n.outcome IS NULL) AS scanned
FROM contract k LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id
LEFT JOIN company c ON c.id = coalesce(k.supplier_id, p.company_id)
LEFT JOIN LATERAL (SELECT n.* FROM contract_signing n WHERE n.contract_id = k.id AND n.buyer_id = k.buyer_id ORDER BY n.begun_at DESC, n.id DESC LIMIT 1) g ON true
WHERE k.buyer_id = @buyer_id AND k.status = ANY(@statuses::text[]) AND (k.created_at, k.id) < (@after_at::timestamptz, @after_id::uuid)
  AND NOT EXISTS (SELECT FROM award d WHERE NOT zabuni.admits(@reader, d.category_id)
       AND d.id IN (k.award_id, (SELECT o.award_id FROM contract_amendment x JOIN contract o ON o.id = x.amends_id WHERE x.contract_id = k.id)))
  AND (sqlc.narg(search)::text IS NULL OR k.title ILIKE '%' || sqlc.narg(search) || '%' OR k.number ILIKE '%' || sqlc.narg(search) || '%'
       OR coalesce(c.name, p.name) ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY k.created_at DESC, k.id DESC LIMIT @max_rows;

-- name: Scan :one
-- The newest scan of a contract that was signed on paper.
SELECT n.id, n.file_id, n.number, n.signed_on, n.for_buyer, n.for_other, n.reason, n.offered_by, n.offered_at, n.outcome, n.refusal, n.decided_at,
       d.name AS file_name, d.size, d.sha256, (a.first_name || ' ' || a.last_name)::text AS offered_name, coalesce(e.first_name || ' ' || e.last_name, '')::text AS decided_name
FROM contract_scan n JOIN document d ON d.id = n.file_id AND d.company_id = n.buyer_id JOIN account a ON a.id = n.offered_by LEFT JOIN account e ON e.id = n.decided_by
WHERE n.contract_id = @contract_id AND n.buyer_id = @buyer_id ORDER BY n.offered_at DESC, n.id DESC LIMIT 1;

-- name: InsertScan :exec
INSERT INTO contract_scan (id, contract_id, buyer_id, file_id, number, signed_on, for_buyer, for_other, reason, offered_by, offered_at)
VALUES (@id, @contract_id, @buyer_id, @file_id, @number, @signed_on, @for_buyer, @for_other, @reason, @offered_by, @offered_at);

-- name: DecideScan :exec
UPDATE contract_scan SET outcome = @outcome, refusal = @refusal, decided_by = @decided_by, decided_at = @decided_at WHERE id = @id AND buyer_id = @buyer_id;

-- name: VoidScan :execrows
-- Nobody has decided on it: what it says stands no more.
UPDATE contract_scan SET outcome = 'void', decided_at = @decided_at WHERE contract_id = @contract_id AND buyer_id = @buyer_id AND outcome IS NULL;
