-- name: Facts :many
-- scope: system: whether it may take part is what a supplier asks of any buyer's category; the rule decides.
-- One clock for all rows, read in this statement: after the locks of a statement before it. A round of negotiation is
-- open though its job has closed.
WITH asked AS MATERIALIZED (SELECT zabuni.clock() AS now)
SELECT c.id, c.buyer_id, c.activity, c.without, c.parent_id, c.status, c.opens_at, c.closes_at, c.invited_only,
       (c.bid_fee > 0)::boolean AS costs, asked.now::timestamptz AS now,
       (j.status = 'published' OR c.parent_id IS NOT NULL AND j.status = 'closed')::boolean AS published, (s.status = 'active')::boolean AS active,
       EXISTS (SELECT FROM invitation i WHERE i.category_id = c.id AND i.supplier_id = s.id) AS invited,
       EXISTS (SELECT FROM paid_line l WHERE l.category_id = c.id AND l.supplier_id = s.id) AS paid,
       EXISTS (SELECT FROM blacklist_case b WHERE b.supplier_id = s.id AND (b.buyer_id = c.buyer_id OR b.buyer_id IS NULL)
                 AND b.status = 'blacklisted' AND b.expires_at > asked.now) AS blacklisted,
       EXISTS (SELECT FROM intake_window w JOIN list_entry l ON l.category_id = w.intake_id WHERE w.category_id = c.id AND l.supplier_id = s.id
                 AND l.status <> 'removed' AND (l.listed_until IS NULL OR l.listed_until > c.closes_at)) AS listed,
       (c.reserved_for IS NOT NULL AND NOT EXISTS (SELECT FROM company_special_group g WHERE g.company_id = s.id AND g.special_group_id = c.reserved_for
                 AND g.status = 'validated' AND (g.expires_on IS NULL OR g.expires_on >= (asked.now AT TIME ZONE j.timezone)::date)))::boolean AS reserved,
       ARRAY(SELECT m.module FROM buyer_module m WHERE m.buyer_id = c.buyer_id AND NOT m.active)::text[] AS modules_off
FROM asked CROSS JOIN category c JOIN job j ON j.id = c.job_id JOIN company s ON s.id = @supplier_id
WHERE c.id = ANY(@categories::uuid[]);

-- name: Share :exec
-- scope: system: the closing holds these rows exclusively, so a decision is before it or after it, never beside it.
SELECT c.id FROM category c WHERE c.id = ANY(@categories::uuid[]) ORDER BY c.id FOR SHARE;
