-- name: LockCompany :one
-- The caller's right to the company was checked.
SELECT id, kind, version, logo_id FROM company c WHERE c.id = @company_id FOR UPDATE;

-- name: UpdateCompany :exec
UPDATE company c SET name = @name, initials = @initials, company_type = @company_type, country = @country, location_id = @location_id,
    physical_address = @physical_address, po_box = @po_box, phone = @phone, tax_id = @tax_id, website = @website,
    contact_name = @contact_name, logo_id = @logo_id, version = version + 1, updated_at = @now::timestamptz
WHERE c.id = @company_id;

-- name: ShowPapers :exec
UPDATE company c SET shown_papers = @shown_papers WHERE c.id = @company_id;

-- name: Interests :many
SELECT t.id, t.name FROM company_category_type c JOIN category_type t ON t.id = c.category_type_id
WHERE c.company_id = @company_id ORDER BY t.position, t.name;

-- name: DeleteInterests :exec
DELETE FROM company_category_type WHERE company_id = @company_id;

-- name: SupplyLocations :many
SELECT l.id, l.country, l.name FROM company_supply_location c JOIN location l ON l.id = c.location_id
WHERE c.company_id = @company_id ORDER BY l.country, l.name;

-- name: DeleteSupplyLocations :exec
DELETE FROM company_supply_location WHERE company_id = @company_id;

-- name: Location :one
SELECT country, name FROM location WHERE id = @id;

-- name: CompanyDocuments :many
SELECT v.id, v.kind, v.version, v.document_id, v.expires_on, v.author, v.created_at, d.name, d.size, d.media_type
FROM company_document v JOIN document d ON d.id = v.document_id
WHERE v.company_id = @company_id ORDER BY v.kind, v.version DESC;

-- name: InsertCompanyDocument :exec
INSERT INTO company_document (id, company_id, kind, version, document_id, expires_on, author, created_at)
VALUES (@id, @company_id, @kind, @version, @document_id, @expires_on, @author, @created_at);

-- name: SettleExpiry :exec
UPDATE expiry SET remind_on = NULL WHERE company_id = @company_id AND kind = @kind AND subject = @subject AND remind_on IS NOT NULL;

-- name: InsertExpiry :exec
INSERT INTO expiry (id, company_id, kind, subject, expires_on, remind_on) VALUES (@id, @company_id, @kind, @subject, @expires_on, @remind_on);

-- name: UploadedDocument :one
SELECT id, kind FROM document WHERE id = @id AND company_id = @company_id;

-- name: Owners :many
SELECT id, name, kind, identity, nationality, director, share, women, youth, disability FROM company_owner
WHERE company_id = @company_id AND ended_at IS NULL ORDER BY position, id;

-- name: EndOwners :exec
UPDATE company_owner SET ended_at = @now::timestamptz WHERE company_id = @company_id AND ended_at IS NULL AND NOT id = ANY(@kept::uuid[]);

-- name: PlaceOwner :exec
UPDATE company_owner SET position = @position WHERE id = @id AND company_id = @company_id;

-- name: InsertOwner :exec
INSERT INTO company_owner (id, company_id, name, kind, identity, nationality, director, share, women, youth, disability, position, created_at)
VALUES (@id, @company_id, @name, @kind, @identity, @nationality, @director, @share, @women, @youth, @disability, @position, @created_at);

-- name: InsertUpload :exec
INSERT INTO company_upload (id, company_id, kind, name, size, created_at) VALUES (@id, @company_id, @kind, @name, @size, @created_at);

-- name: LockUpload :one
SELECT id, kind, name, size, received FROM company_upload WHERE id = @id AND company_id = @company_id FOR UPDATE;

-- name: InsertPart :exec
INSERT INTO company_upload_part (upload_id, company_id, offset_at, bytes) VALUES (@upload_id, @company_id, @offset_at, @bytes);

-- name: AdvanceUpload :exec
UPDATE company_upload SET received = @received WHERE id = @id AND company_id = @company_id;

-- name: UploadParts :many
SELECT bytes FROM company_upload_part WHERE upload_id = @upload_id AND company_id = @company_id ORDER BY offset_at;

-- name: DeleteUpload :exec
DELETE FROM company_upload WHERE id = @id AND company_id = @company_id;

-- name: DeleteStaleUploads :exec
-- scope: system: what nobody has finished within a week.
DELETE FROM company_upload WHERE created_at < @before;

-- name: DueReminders :many
-- scope: system: the calendar. Each country has its day, and one that is not known that of UTC.
SELECT e.id, e.company_id, e.kind, e.expires_on, c.country
FROM expiry e JOIN company c ON c.id = e.company_id
WHERE e.remind_on <= coalesce((@days::date[])[array_position(@countries::text[], c.country)], @elsewhere::date)
ORDER BY e.remind_on, e.id LIMIT @max_rows FOR UPDATE OF e SKIP LOCKED;

-- name: InsertReminder :execrows
INSERT INTO expiry_reminder (expiry_id, company_id, stage, created_at)
VALUES (@expiry_id, @company_id, @stage, @created_at) ON CONFLICT DO NOTHING;

-- name: SetNextReminder :exec
UPDATE expiry SET remind_on = @remind_on WHERE id = @id AND company_id = @company_id;

-- name: OpenBids :many
SELECT p.id, c.reference, c.name, c.closes_at FROM participation p JOIN category c ON c.id = p.category_id
WHERE p.supplier_id = @company_id AND p.status IN ('paid', 'draft', 'submitted', 'needs_confirmation')
  AND c.status = 'open' AND c.closes_at >= @expiry::timestamptz
ORDER BY c.closes_at, c.id LIMIT 50;
