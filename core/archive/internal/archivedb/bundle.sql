-- name: BundleCategories :many
-- All categories of an archived job, with the rounds below them, and whether they are open to a person.
SELECT c.id, c.parent_id, c.reference, c.number, c.name, c.description, c.status, c.currency, c.estimate, c.opens_at, c.closes_at, c.closed_at,
       coalesce(c.closing_note, '')::text AS closing_note, (@everybody::boolean OR zabuni.admits(@account_id, c.id))::boolean AS admitted,
       (SELECT coalesce(sum(b.size), 0) FROM submission n JOIN opened_file f ON f.submission_id = n.id JOIN bid_file b ON b.id = f.bid_file_id WHERE n.category_id = c.id)::bigint AS bytes
FROM category c JOIN archived_job x ON x.job_id = c.job_id WHERE c.job_id = @job_id AND c.buyer_id = @buyer_id ORDER BY c.number, c.id;

-- name: BundleReceipts :many
-- What was received for a category, replaced and withdrawn versions too. What was bid in a room alone has no receipt: its log says it.
SELECT n.id, n.supplier_id FROM submission n WHERE n.category_id = @category_id AND n.buyer_id = @buyer_id AND NOT n.from_room ORDER BY n.received_at, n.id;

-- name: BundleFiles :many
-- The documents of bids for a category that were opened.
SELECT f.submission_id, f.bid_file_id, b.name, b.size, coalesce(u.prompt, '')::text AS about, s.name AS supplier_name
FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id JOIN submission n ON n.id = f.submission_id JOIN company s ON s.id = n.supplier_id
LEFT JOIN question u ON u.id = b.question_id
WHERE n.category_id = @category_id AND f.buyer_id = @buyer_id ORDER BY s.name, n.id, b.uploaded_at, b.id;

-- name: BundleLetters :many
SELECT t.id, t.category_id, t.supplier_id, t.reference, t.kind, s.name AS supplier_name FROM letter t JOIN company s ON s.id = t.supplier_id
WHERE t.category_id = @category_id AND t.buyer_id = @buyer_id AND t.status = 'issued' ORDER BY t.issued_at, t.id;

-- name: BundlePapers :many
-- The other documents of a job as they were stored: attachments, photographs, what was signed.
WITH deals AS (
    SELECT k.id FROM award a JOIN contract k ON k.award_id = a.id WHERE a.job_id = @job_id AND k.buyer_id = @buyer_id
    UNION ALL SELECT m.contract_id FROM award a JOIN contract k ON k.award_id = a.id JOIN contract_amendment m ON m.amends_id = k.id
          WHERE a.job_id = @job_id AND m.buyer_id = @buyer_id), papers AS (
    SELECT 'documents'::text AS kind, j.title AS about, j.document_id FROM job_document j WHERE j.job_id = @job_id AND j.buyer_id = @buyer_id
    UNION ALL SELECT 'attachments', c.reference, t.document_id FROM attachment t JOIN category c ON c.id = t.category_id WHERE c.job_id = @job_id AND t.buyer_id = @buyer_id
    UNION ALL SELECT 'photographs', c.reference, p.document_id FROM asset_photo p JOIN category c ON c.id = p.category_id WHERE c.job_id = @job_id AND p.buyer_id = @buyer_id
    UNION ALL SELECT 'rooms', c.reference, e.paper_id FROM auction_event e JOIN category c ON c.id = e.category_id WHERE c.job_id = @job_id AND e.buyer_id = @buyer_id AND e.paper_id IS NOT NULL
    UNION ALL SELECT 'evaluations', c.reference, r.paper_id FROM evaluation_report r JOIN category c ON c.id = r.category_id WHERE c.job_id = @job_id AND r.buyer_id = @buyer_id
    UNION ALL SELECT 'visits', s.name, p.document_id FROM visit_photo p JOIN visit v ON v.submission_id = p.submission_id JOIN category c ON c.id = v.category_id
              JOIN company s ON s.id = v.supplier_id WHERE c.job_id = @job_id AND p.buyer_id = @buyer_id
    UNION ALL SELECT 'contracts', k.number, g.paper_id FROM deals e JOIN contract k ON k.id = e.id JOIN contract_signing g ON g.contract_id = k.id
              WHERE g.buyer_id = @buyer_id
    UNION ALL SELECT 'contracts', k.number, x.document_id FROM deals e JOIN contract k ON k.id = e.id JOIN contract_pack x ON x.contract_id = k.id
              WHERE x.buyer_id = @buyer_id AND x.kind <> 'letter'
    UNION ALL SELECT 'contracts', k.number, v.file_id FROM deals e JOIN contract k ON k.id = e.id JOIN contract_version v ON v.contract_id = k.id
              WHERE v.buyer_id = @buyer_id
    UNION ALL SELECT 'contracts', k.number, z.file_id FROM deals e JOIN contract k ON k.id = e.id JOIN contract_scan z ON z.contract_id = k.id
              WHERE z.buyer_id = @buyer_id
    UNION ALL SELECT 'contracts', k.number, z.document_id FROM deals e JOIN contract k ON k.id = e.id JOIN contract_milestone m ON m.contract_id = k.id
              JOIN contract_milestone_step z ON z.milestone_id = m.id WHERE z.buyer_id = @buyer_id)
SELECT DISTINCT ON (p.kind, p.about, d.id) p.kind, p.about, d.id, d.company_id, d.name, d.size FROM papers p JOIN document d ON d.id = p.document_id
ORDER BY p.kind, p.about, d.id;

-- name: BundleJobRows :many
-- What stands in the database of a job as a whole, a row each.
WITH deals AS (
    SELECT k.id FROM award a JOIN contract k ON k.award_id = a.id WHERE a.job_id = @job_id AND k.buyer_id = @buyer_id
    UNION ALL SELECT m.contract_id FROM award a JOIN contract k ON k.award_id = a.id JOIN contract_amendment m ON m.amends_id = k.id
          WHERE a.job_id = @job_id AND m.buyer_id = @buyer_id)
SELECT 'job'::text AS part, to_jsonb(j)::text AS row FROM job j WHERE j.id = @job_id AND j.buyer_id = @buyer_id
UNION ALL SELECT 'archived_job', to_jsonb(x)::text FROM archived_job x WHERE x.job_id = @job_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'archive_hold', to_jsonb(x)::text FROM archive_hold x WHERE x.job_id = @job_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'contract', to_jsonb(x)::text FROM deals k JOIN contract x ON x.id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_amendment', to_jsonb(x)::text FROM deals k JOIN contract_amendment x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_version', to_jsonb(x)::text FROM deals k JOIN contract_version x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_pack', to_jsonb(x)::text FROM deals k JOIN contract_pack x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_party', to_jsonb(x)::text FROM deals k JOIN contract_party x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_signing', to_jsonb(x)::text FROM deals k JOIN contract_signing x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_scan', to_jsonb(x)::text FROM deals k JOIN contract_scan x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_milestone', to_jsonb(x)::text FROM deals k JOIN contract_milestone x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_end', to_jsonb(x)::text FROM deals k JOIN contract_end x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_signer', to_jsonb(x)::text FROM deals k JOIN contract_signing g ON g.contract_id = k.id JOIN contract_signer x ON x.signing_id = g.id
          WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'contract_signature', to_jsonb(x)::text FROM deals k JOIN contract_signing g ON g.contract_id = k.id JOIN contract_signature x ON x.signing_id = g.id
          WHERE x.buyer_id = @buyer_id
UNION ALL SELECT 'job_document', to_jsonb(x)::text FROM job_document x WHERE x.job_id = @job_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'company', jsonb_build_object('id', s.id, 'name', s.name, 'country', s.country, 'tax_id', s.tax_id)::text FROM company s
          WHERE s.id = @buyer_id OR EXISTS (SELECT FROM participation p JOIN category c ON c.id = p.category_id
                                            WHERE p.supplier_id = s.id AND p.latest_version > 0 AND c.job_id = @job_id AND c.buyer_id = @buyer_id);

-- name: BundleRows :many
-- What stands in the database of a category, a row each, without any key and without what is sealed.
SELECT 'category'::text AS part, to_jsonb(x)::text AS row FROM category x WHERE x.id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'section', to_jsonb(x)::text FROM section x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'question', to_jsonb(x)::text FROM question x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'item', to_jsonb(x)::text FROM item x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'attachment', to_jsonb(x)::text FROM attachment x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'closing_change', to_jsonb(x)::text FROM closing_change x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'addendum', to_jsonb(x)::text FROM addendum x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'clarification', (to_jsonb(x) - '{supplier_id,asked_by,asked}'::text[])::text FROM clarification x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'invitation', to_jsonb(x)::text FROM invitation x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'participation', (to_jsonb(x) - '{draft_key,last_saved_at}'::text[])::text FROM participation x
          WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id AND x.latest_version > 0
UNION ALL SELECT 'submission', (to_jsonb(x) - 'receipt_nonce')::text FROM submission x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'withdrawal', to_jsonb(x)::text FROM withdrawal x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'opening_session', to_jsonb(x)::text FROM opening_session x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'opening_approval', to_jsonb(y)::text FROM opening_session x JOIN opening_approval y ON y.session_id = x.id WHERE x.category_id = @category_id AND y.buyer_id = @buyer_id
UNION ALL SELECT 'opened_bid', to_jsonb(x)::text FROM opened_bid x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'opened_answer', to_jsonb(x)::text FROM opened_answer x JOIN submission n ON n.id = x.submission_id WHERE n.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'opened_price', to_jsonb(x)::text FROM opened_price x JOIN submission n ON n.id = x.submission_id WHERE n.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'evaluation_assignment', to_jsonb(x)::text FROM evaluation_assignment x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'score', to_jsonb(x)::text FROM score x JOIN submission n ON n.id = x.submission_id WHERE n.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'auction', to_jsonb(x)::text FROM auction x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'auction_participant', to_jsonb(x)::text FROM auction_participant x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'auction_event', (to_jsonb(x) - 'key')::text FROM auction_event x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'bid_result', to_jsonb(x)::text FROM bid_result x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'line_result', to_jsonb(x)::text FROM line_result x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'recommendation', to_jsonb(x)::text FROM recommendation x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'recommendation_line', to_jsonb(x)::text FROM recommendation_line x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'award', to_jsonb(x)::text FROM award x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'award_line', to_jsonb(x)::text FROM award_line x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'asset', to_jsonb(x)::text FROM asset x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'asset_photo', to_jsonb(x)::text FROM asset_photo x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'offer', to_jsonb(x)::text FROM offer x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'frozen_price', to_jsonb(x)::text FROM frozen_price x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'price_query', to_jsonb(x)::text FROM price_query x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'visit', to_jsonb(x)::text FROM visit x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'visit_question', to_jsonb(x)::text FROM visit_question x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'quality_plan', to_jsonb(x)::text FROM quality_plan x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'quality_declaration', to_jsonb(x)::text FROM quality_declaration x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'quality_check', to_jsonb(x)::text FROM quality_check x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'quality_control', to_jsonb(x)::text FROM quality_control x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'quality_sheet', to_jsonb(x)::text FROM quality_sheet x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'saving', to_jsonb(x)::text FROM saving x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'question_option', to_jsonb(x)::text FROM question_option x JOIN question u ON u.id = x.question_id WHERE u.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'question_band', to_jsonb(x)::text FROM question_band x JOIN question u ON u.id = x.question_id WHERE u.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'visit_answer', to_jsonb(x)::text FROM visit_answer x JOIN submission n ON n.id = x.submission_id WHERE n.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'visit_photo', to_jsonb(x)::text FROM visit_photo x JOIN submission n ON n.id = x.submission_id WHERE n.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'reserve', (to_jsonb(x) - 'sealed')::text FROM reserve x JOIN item i ON i.id = x.item_id WHERE i.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'saving_source', to_jsonb(x)::text FROM saving_source x JOIN award a ON a.id = x.award_id WHERE a.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'list_entry', to_jsonb(x)::text FROM list_entry x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id
UNION ALL SELECT 'letter', to_jsonb(x)::text FROM letter x WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id AND x.status = 'issued';

-- name: BundleAwards :many
SELECT a.id, a.category_id, a.currency, a.decided_at, l.supplier_id, s.name AS supplier_name, sum(l.amount)::numeric AS amount, count(l.amount) AS priced, (c.status = 'unsuccessful')::boolean AS set_aside
FROM award a JOIN award_line l ON l.award_id = a.id JOIN company s ON s.id = l.supplier_id JOIN category c ON c.id = a.category_id WHERE a.job_id = @job_id AND a.buyer_id = @buyer_id
GROUP BY a.id, l.supplier_id, s.id, c.id ORDER BY a.decided_at, a.id, s.name, s.id;

-- name: BundleContracts :many
SELECT k.id, k.award_id, k.number, k.title, k.currency, k.value, k.status, k.starts_on, k.ends_on, k.contract_date, k.supplier_id FROM contract k JOIN award a ON a.id = k.award_id
WHERE a.job_id = @job_id AND k.buyer_id = @buyer_id ORDER BY k.created_at, k.id;

-- name: BundleTenderers :many
-- Whose bids were opened.
SELECT DISTINCT s.id, s.name, s.country FROM opened_bid o JOIN category c ON c.id = o.category_id JOIN company s ON s.id = o.supplier_id
WHERE c.job_id = @job_id AND o.buyer_id = @buyer_id ORDER BY s.name, s.id;
