-- name: HelpedContract :one
-- scope: operator: whose contract it is, for those who help its buyer; whether they are its other side themselves, and have begun it.
SELECT k.buyer_id, k.status, (p.company_id IS NOT DISTINCT FROM @helper::uuid)::boolean AS own, (u.company_id IS NOT DISTINCT FROM @helper::uuid)::boolean AS begun
FROM contract k LEFT JOIN contract_party p ON p.contract_id = k.id AND p.side = 'counterparty' AND p.buyer_id = k.buyer_id LEFT JOIN account u ON u.id = k.created_by
WHERE k.id = @id;

-- name: IsBuyer :one
SELECT EXISTS (SELECT FROM company WHERE id = @id AND kind = 'buyer' AND status = 'active');

-- name: OpenAwards :many
-- What winners get and no contract says yet.
SELECT w.id AS award_id, l.supplier_id, s.name AS supplier_name, w.currency, sum(l.amount)::numeric AS amount, w.standstill_ends, c.name AS category_name, c.reference,
       j.title AS job_title, j.timezone, zabuni.frozen(w.id)::boolean AS frozen,
       EXISTS (SELECT FROM award_freeze f WHERE f.award_id = w.id AND f.buyer_id = w.buyer_id AND f.outcome = 'upheld' AND f.ended_at IS NOT NULL) AS set_aside
FROM award w JOIN award_line l ON l.award_id = w.id JOIN company s ON s.id = l.supplier_id JOIN category c ON c.id = w.category_id JOIN job j ON j.id = w.job_id
WHERE w.buyer_id = @buyer_id AND l.buyer_id = @buyer_id AND l.amount IS NOT NULL
  AND (sqlc.narg(award_id)::uuid IS NULL OR w.id = sqlc.narg(award_id)) AND (sqlc.narg(winner)::uuid IS NULL OR l.supplier_id = sqlc.narg(winner))
  AND NOT EXISTS (SELECT FROM contract k WHERE k.award_id = w.id AND k.supplier_id = l.supplier_id AND k.buyer_id = @buyer_id AND k.status <> 'cancelled')
GROUP BY w.id, l.supplier_id, s.id, c.id, j.id ORDER BY w.decided_at DESC, w.id, l.supplier_id LIMIT 100;

-- name: Counterparties :many
-- Whom a contract may be made with: suppliers of the platform, and the platform itself.
SELECT id, name, country FROM company WHERE kind IN ('supplier', 'operator') AND status = 'active' AND (sqlc.narg(search)::text IS NULL OR name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY lower(name), id LIMIT 20;

-- name: CompanyParty :one
SELECT id, kind, status, name, country, tax_id, physical_address, email FROM company WHERE id = @id;

-- name: Parties :many
-- A company is what it is called today as long as the contract is a draft; what is approved and signed is what was written down.
SELECT p.side, p.company_id, coalesce(c.name, p.name)::text AS name, coalesce(c.country, p.country)::text AS country, coalesce(c.tax_id, p.tax_id)::text AS tax_id,
       coalesce(c.physical_address, p.address)::text AS address, coalesce(c.email, p.email)::text AS email
FROM contract_party p JOIN contract k ON k.id = p.contract_id AND k.buyer_id = p.buyer_id LEFT JOIN company c ON c.id = p.company_id AND k.status = 'draft' WHERE p.contract_id = @contract_id AND p.buyer_id = @buyer_id ORDER BY p.side;

-- name: InsertParty :exec
INSERT INTO contract_party (contract_id, side, buyer_id, company_id, name, country, tax_id, address, email)
VALUES (@contract_id, @side, @buyer_id, sqlc.narg(company_id), @name, @country, @tax_id, @address, @email);

-- name: UpdateParty :execrows
UPDATE contract_party SET company_id = sqlc.narg(company_id), name = @name, country = @country, tax_id = @tax_id, address = @address, email = @email
WHERE contract_id = @contract_id AND side = @side AND buyer_id = @buyer_id;

-- name: InsertVersion :exec
INSERT INTO contract_version (contract_id, number, buyer_id, body, file_id, content, sum, reason, created_by, created_at)
VALUES (@contract_id, @number, @buyer_id, @body, sqlc.narg(file_id), @content, @sum, @reason, @created_by, @created_at);

-- name: NameText :exec
UPDATE contract SET text_number = @text_number WHERE id = @id AND buyer_id = @buyer_id;

-- name: Version :one
-- A version of a contract; without a number its newest.
SELECT v.number, v.body, v.file_id, v.content, v.sum, v.reason, v.created_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM contract k JOIN contract_version v ON v.contract_id = k.id AND v.buyer_id = k.buyer_id AND v.number = coalesce(sqlc.narg(number)::int, k.text_number)
LEFT JOIN account a ON a.id = v.created_by WHERE k.id = @id AND k.buyer_id = @buyer_id;

-- name: Versions :many
SELECT v.number, v.reason, v.sum, v.created_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM contract_version v LEFT JOIN account a ON a.id = v.created_by
WHERE v.contract_id = @contract_id AND v.buyer_id = @buyer_id ORDER BY v.number DESC LIMIT 100;

-- name: ContractFile :one
SELECT f.document_id, f.insertions, f.deletions, f.comments, d.name, d.size, d.sha256, d.media_type
FROM contract_file f JOIN document d ON d.id = f.document_id AND d.company_id = f.buyer_id WHERE f.document_id = @document_id AND f.buyer_id = @buyer_id AND f.supplier_id IS NULL;

-- name: EvidenceFile :one
-- A file that a supplier's people have sent for a contract of a buyer.
SELECT f.document_id FROM contract_file f WHERE f.document_id = @document_id AND f.buyer_id = @buyer_id AND f.supplier_id = @supplier_id;

-- name: InsertContractFile :exec
INSERT INTO contract_file (document_id, buyer_id, supplier_id, insertions, deletions, comments, created_at)
VALUES (@document_id, @buyer_id, sqlc.narg(supplier_id), @insertions, @deletions, @comments, @created_at);

-- name: InsertBlock :exec
INSERT INTO contract_block (contract_id, block_id, buyer_id, position, section_id, section_number, because, model, words)
VALUES (@contract_id, @block_id, @buyer_id, @position, sqlc.narg(section_id), sqlc.narg(section_number), @because, @model, @words);

-- name: Blocks :many
-- A clause is the buyer's own or the platform's: the use case let no other in. What a model wrote is of no library.
SELECT b.block_id, b.section_id, coalesce(b.section_number, 0)::int AS section_number, b.because, b.accepted_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS accepted_by,
       b.model, b.words, coalesce(s.code, '')::text AS code, coalesce(v.title, b.words)::text AS title, coalesce(v.mandatory, false)::boolean AS mandatory, coalesce(v.risk, '')::text AS risk
FROM contract_block b LEFT JOIN contract_section s ON s.id = b.section_id AND (s.buyer_id IS NULL OR s.buyer_id = b.buyer_id)
LEFT JOIN contract_section_version v ON v.section_id = s.id AND v.number = b.section_number AND v.buyer_id IS NOT DISTINCT FROM s.buyer_id
LEFT JOIN account a ON a.id = b.accepted_by
WHERE b.contract_id = @contract_id AND b.buyer_id = @buyer_id ORDER BY b.position;

-- name: AcceptBlock :execrows
UPDATE contract_block SET accepted_by = @accepted_by, accepted_at = @accepted_at
WHERE contract_id = @contract_id AND block_id = @block_id AND buyer_id = @buyer_id AND accepted_at IS NULL;

-- name: ClausesInUse :many
-- What a proposal may choose from, the own library before the platform's.
SELECT s.id, s.buyer_id, s.code, v.number, v.title, v.topic, v.mandatory, v.risk, v.body
FROM contract_section s JOIN contract_section_version v ON v.section_id = s.id AND v.number = s.number AND v.buyer_id IS NOT DISTINCT FROM s.buyer_id
WHERE (s.buyer_id = @buyer_id::uuid OR s.buyer_id IS NULL) AND s.language = @language AND s.archived_at IS NULL
ORDER BY s.buyer_id NULLS LAST, s.code, s.id LIMIT 500;

-- name: InsertContractUpload :exec
INSERT INTO contract_upload (id, buyer_id, supplier_id, name, size, created_at) VALUES (@id, @buyer_id, sqlc.narg(supplier_id), @name, @size, @created_at);

-- name: LockContractUpload :one
SELECT id, name, size, received FROM contract_upload WHERE id = @id AND buyer_id = @buyer_id AND supplier_id IS NULL FOR UPDATE;

-- name: LockSuppliedUpload :one
-- scope: system: a file on its way is found by the supplier whose people have begun to send it; its buyer is read, and named from there on.
SELECT id, name, size, received, buyer_id FROM contract_upload WHERE id = @id AND supplier_id = @supplier_id FOR UPDATE;

-- name: InsertContractPart :exec
INSERT INTO contract_upload_part (upload_id, buyer_id, offset_at, bytes) VALUES (@upload_id, @buyer_id, @offset_at, @bytes);

-- name: AdvanceContractUpload :exec
UPDATE contract_upload SET received = @received WHERE id = @id AND buyer_id = @buyer_id;

-- name: ContractParts :many
SELECT bytes FROM contract_upload_part WHERE upload_id = @upload_id AND buyer_id = @buyer_id ORDER BY offset_at;

-- name: DeleteContractUpload :exec
DELETE FROM contract_upload WHERE id = @id AND buyer_id = @buyer_id;

-- name: DeleteStaleContractUploads :exec
-- scope: system: what nobody has finished within a week.
DELETE FROM contract_upload WHERE created_at < @before;
