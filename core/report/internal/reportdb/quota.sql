-- name: QuotaYear :one
SELECT first_month, version, set_at FROM quota_year WHERE buyer_id = @buyer_id AND year = @year;

-- name: QuotaYears :many
-- Years for which a buyer has said which shares are reserved, the newest first.
SELECT year FROM quota_year WHERE buyer_id = @buyer_id ORDER BY year DESC;

-- name: BeginQuotaYear :execrows
INSERT INTO quota_year (buyer_id, year, first_month, set_by, set_at, version) VALUES (@buyer_id, @year, @first_month, @set_by, @now, 1)
ON CONFLICT DO NOTHING;

-- name: ChangeQuotaYear :execrows
UPDATE quota_year SET first_month = @first_month, set_by = @set_by, set_at = @now, version = version + 1
WHERE buyer_id = @buyer_id AND year = @year AND version = @version;

-- name: SetQuotaShare :exec
INSERT INTO quota_share (id, buyer_id, year, version, group_id, share) VALUES (@id, @buyer_id, @year, @version, sqlc.narg(group_id)::uuid, @share);

-- name: QuotaShares :many
SELECT s.group_id, s.share::numeric AS share FROM quota_share s JOIN quota_year y ON y.buyer_id = s.buyer_id AND y.year = s.year AND y.version = s.version
WHERE s.buyer_id = @buyer_id AND s.year = @year ORDER BY s.group_id NULLS FIRST;

-- name: QuotaGroups :many
-- scope: system: the platform's groups are everybody's; those that are closed too.
SELECT id, name FROM special_group WHERE company_id IS NULL ORDER BY name, id;

-- name: AwardedInYear :many
-- What a buyer bought between two days, as its award was decided where the job is: by currency, month, the groups of which the supplier
-- was a member on that day, and the group for which it was reserved.
WITH bought AS (
    SELECT a.currency, l.supplier_id, l.amount, c.reserved_for, a.decided_at, (a.decided_at AT TIME ZONE j.timezone)::date AS decided_on
    FROM award a JOIN category c ON c.id = a.category_id JOIN job j ON j.id = c.job_id JOIN award_line l ON l.award_id = a.id
    WHERE a.buyer_id = @buyer_id AND c.status IN ('awarded', 'complete') AND c.activity = ANY(@activities::text[]) AND l.amount IS NOT NULL
      AND a.decided_at BETWEEN sqlc.arg(first_on)::date - interval '2 days' AND sqlc.arg(last_on)::date + interval '2 days'
), won AS (
    SELECT b.currency, b.amount, b.reserved_for, b.decided_on,
           ARRAY(SELECT DISTINCT m.special_group_id FROM company_special_group m WHERE m.company_id = b.supplier_id AND m.status IN ('validated', 'replaced')
                 AND m.decided_at <= b.decided_at AND (m.expires_on IS NULL OR m.expires_on >= b.decided_on) ORDER BY 1)::uuid[] AS groups
    FROM bought b WHERE b.decided_on BETWEEN sqlc.arg(first_on)::date AND sqlc.arg(last_on)::date
)
SELECT currency, extract(month FROM decided_on)::int AS month, groups, reserved_for, sum(amount)::numeric AS amount
FROM won GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
