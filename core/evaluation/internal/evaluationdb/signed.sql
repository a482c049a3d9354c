-- name: Committee :many
-- Who signs the report on a category's bids: the people who judged them to the end and the people who checked them, without those who
-- declared an interest, in scoring or in checking; where nobody judges, those who opened the prices.
WITH hands AS (
    SELECT e.account_id, e.final_at AS at, false AS opened FROM evaluation_assignment e
    WHERE e.category_id = @category_id AND e.buyer_id = @buyer_id AND e.interest = 'none' AND e.final_at IS NOT NULL
    UNION ALL SELECT k.checked_by, k.checked_at, false FROM quality_check k JOIN quality_declaration d ON d.category_id = k.category_id AND d.account_id = k.checked_by
    WHERE k.category_id = @category_id AND k.buyer_id = @buyer_id AND d.interest = 'none'
    UNION ALL SELECT p.account_id, p.at, true FROM opening_session o JOIN opening_approval p ON p.session_id = o.id
    WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id AND o.opened_at IS NOT NULL)
SELECT h.account_id, (a.first_name || ' ' || a.last_name)::text AS name, c.name AS company, max(h.at)::timestamptz AS at
FROM hands h JOIN account a ON a.id = h.account_id JOIN company c ON c.id = a.company_id
WHERE h.opened = (NOT EXISTS (SELECT FROM hands x WHERE NOT x.opened))
  AND NOT EXISTS (SELECT FROM evaluation_assignment e WHERE e.category_id = @category_id AND e.account_id = h.account_id AND e.interest <> 'none')
  AND NOT EXISTS (SELECT FROM quality_declaration d WHERE d.category_id = @category_id AND d.account_id = h.account_id AND d.interest <> 'none')
GROUP BY h.account_id, a.first_name, a.last_name, c.name ORDER BY min(h.at), h.account_id;

-- name: AbleSigners :many
-- scope: system: the staff of the operator as well as the buyer's own.
-- Those of some people who could read and sign a report now: they are there, the category's door is open to them, and they have one of the rights
-- by which it is read.
SELECT a.id FROM account a
WHERE a.id = ANY(@accounts::uuid[]) AND (a.company_id = @buyer_id OR a.user_type = 'qed') AND a.status = 'active'
  AND (a.user_type <> 'buyer' OR zabuni.admits(a.id, @category_id::uuid))
  AND EXISTS (SELECT FROM account_role ar JOIN role_privilege rp ON rp.role_id = ar.role_id
              WHERE ar.account_id = a.id AND rp.title = ANY(CASE a.user_type WHEN 'qed' THEN @staff::text[] ELSE @people::text[] END)
              GROUP BY rp.title HAVING NOT bool_or(rp.denied));

-- name: LatestReport :one
SELECT r.id, r.number, r.language, r.result_sum, r.paper_id, r.paper_sum, r.begun_at, r.outcome, r.ended_at, (a.first_name || ' ' || a.last_name)::text AS begun_by
FROM evaluation_report r JOIN account a ON a.id = r.begun_by
WHERE r.category_id = @category_id AND r.buyer_id = @buyer_id ORDER BY r.number DESC LIMIT 1;

-- name: ReportSigners :many
SELECT s.account_id, s.name, s.company, s.signed_at, s.stamped_at, s.sum, s.entry, s.left_out FROM evaluation_signer s
WHERE s.report_id = @report_id AND s.buyer_id = @buyer_id ORDER BY s.signed_at NULLS LAST, s.name, s.account_id;

-- name: EndReport :exec
UPDATE evaluation_report SET outcome = @outcome, ended_at = @now WHERE id = @id AND buyer_id = @buyer_id AND outcome IS NULL;

-- name: InsertReport :exec
INSERT INTO evaluation_report (id, category_id, buyer_id, number, language, result_sum, paper_id, paper_sum, begun_by, begun_at)
VALUES (@id, @category_id, @buyer_id, @number, @language, @result_sum, @paper_id, @paper_sum, @begun_by, @now);

-- name: InsertReportSigner :exec
INSERT INTO evaluation_signer (report_id, account_id, buyer_id, name, company, left_out) VALUES (@report_id, @account_id, @buyer_id, @name, @company, @left_out);

-- name: PutReportPaper :exec
UPDATE evaluation_report SET paper_id = @paper_id, paper_sum = @paper_sum WHERE id = @id AND buyer_id = @buyer_id;

-- name: SignReport :execrows
UPDATE evaluation_signer SET shown = @shown, paper_id = @paper_id, sum = @sum, certificate = @certificate, proved_at = @proved_at, stamped_at = @stamped_at,
    signed_at = @signed_at, entry = @entry
WHERE report_id = @report_id AND account_id = @account_id AND buyer_id = @buyer_id AND signed_at IS NULL AND NOT left_out;
