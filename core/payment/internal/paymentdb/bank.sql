-- name: Layout :one
-- scope: operator: how the tables of an account's bank are laid out.
SELECT head, on_day, amount, came_in, went_out, reference, narration, more, payer, balance, days, comma FROM bank_layout WHERE account = @account;

-- name: SaveLayout :exec
-- scope: operator: as a person said.
INSERT INTO bank_layout (account, head, on_day, amount, came_in, went_out, reference, narration, more, payer, balance, days, comma, saved_by, saved_at)
VALUES (@account, @head, @on_day, @amount, @came_in, @went_out, @reference, @narration, @more, @payer, @balance, @days, @comma, @saved_by, @saved_at)
ON CONFLICT (account) DO UPDATE SET head = excluded.head, on_day = excluded.on_day, amount = excluded.amount, came_in = excluded.came_in,
    went_out = excluded.went_out, reference = excluded.reference, narration = excluded.narration, more = excluded.more, payer = excluded.payer,
    balance = excluded.balance, days = excluded.days, comma = excluded.comma, saved_by = excluded.saved_by, saved_at = excluded.saved_at;

-- name: LinesBetween :many
-- scope: operator: what is known of an account's days.
SELECT day, amount, reference, payer, narration, sum, again FROM statement_line WHERE account = @account AND day BETWEEN @first_day::date AND @last_day::date
ORDER BY id;

-- name: ReferencesKnown :many
-- scope: operator: which references of an account are known, whatever their day.
SELECT reference FROM statement_line WHERE account = @account AND reference = ANY(@refs::text[]) AND reference <> '';

-- name: BalanceBefore :one
-- scope: operator: with what the last statement before a day ended.
SELECT closing FROM bank_statement WHERE account = @account AND last_day <= @day::date AND closing IS NOT NULL ORDER BY last_day DESC, imported_at DESC LIMIT 1;

-- name: InsertStatement :exec
INSERT INTO bank_statement (id, account, currency, document_id, file_name, format, number, first_day, last_day, opening, closing, gap, lines, known, refused, imported_by, imported_at)
VALUES (@id, @account, @currency, sqlc.narg(document_id), @file_name, @format, @number, @first_day, @last_day, sqlc.narg(opening), sqlc.narg(closing), @gap, @lines, @known, @refused, sqlc.narg(imported_by), @imported_at);

-- name: InsertStatementLines :exec
-- scope: operator: lines that nobody has claimed yet.
INSERT INTO statement_line (id, statement_id, account, code, place, day, currency, amount, reference, payer, narration, sum, again, reversal, status, created_at)
SELECT unnest(@ids::uuid[]), @statement_id, @account, unnest(@codes::text[]), unnest(@places::int[]), unnest(@days::date[]), @currency, unnest(@amounts::numeric[]),
       unnest(@refs::text[]), unnest(@payers::text[]), unnest(@narrations::text[]), unnest(@sums::text[]), unnest(@agains::int[]), unnest(@reversals::boolean[]),
       unnest(@statuses::text[]), @created_at::timestamptz;

-- name: BookStatement :exec
-- scope: operator: what came to an account belongs to nobody yet, and what went out has left.
INSERT INTO ledger_entry (transfer_id, movement, part, account, currency, amount, at)
SELECT l.id, CASE WHEN l.status = 'out' THEN 'payout' ELSE 'suspense' END, l.id::text, e.account, l.currency, l.amount * e.side, @at
FROM statement_line l CROSS JOIN LATERAL (VALUES ('bank:' || l.account, 1), (CASE WHEN l.status = 'out' THEN 'outgoing' ELSE 'suspense' END, -1)) AS e(account, side)
WHERE l.statement_id = @statement_id;

-- name: NewLines :many
-- scope: system: lines that nobody has looked at.
SELECT id, account, code, day, currency::text AS currency, amount, reference, payer, narration, reversal, tried_at FROM statement_line
WHERE status = 'new' AND (tried_at IS NULL OR tried_at < zabuni.clock() - interval '5 minutes') ORDER BY created_at, id LIMIT @max_rows;

-- name: LockLine :one
-- scope: operator: a line that something is about to become of.
SELECT id, statement_id, account, code, day, currency::text AS currency, amount, reference, payer, narration, reversal, status, attempt_id, order_id, supplier_id
FROM statement_line WHERE id = @id FOR UPDATE;

-- name: TriedLine :one
-- scope: system: that one failed keeps nobody from the others; answers who imported it.
UPDATE statement_line l SET tried_at = zabuni.clock() FROM bank_statement s WHERE l.id = @id AND s.id = l.statement_id RETURNING s.imported_by;

-- name: SetLine :exec
-- scope: operator: what became of a line, under its lock.
UPDATE statement_line SET status = @status, attempt_id = sqlc.narg(attempt_id), order_id = sqlc.narg(order_id), supplier_id = sqlc.narg(supplier_id),
       hint_id = sqlc.narg(hint_id), settled_at = sqlc.narg(settled_at)
WHERE id = @id;

-- name: OrdersNumbered :many
-- scope: operator: orders that lines name.
SELECT id, supplier_id, number, currency::text AS currency, amount, status FROM purchase_order WHERE number = ANY(@numbers::text[]);

-- name: PaidWith :many
-- scope: operator: payments by another way whose receipts lines name, with what came by them: that need not be what was asked for.
SELECT a.id, a.order_id, a.supplier_id, a.provider, a.receipt, e.currency::text AS currency, e.amount FROM payment_attempt a
CROSS JOIN LATERAL (SELECT e.currency, sum(e.amount)::numeric(20,4) AS amount FROM ledger_entry e
    WHERE e.attempt_id = a.id AND e.account = 'provider:' || a.provider AND e.movement IN ('capture', 'suspense', 'undo') AND e.part = '' GROUP BY e.currency) e
WHERE a.provider = ANY(@ways::text[]) AND a.receipt = ANY(@receipts::text[]) AND a.status IN ('completed', 'review', 'dismissed')
  AND NOT EXISTS (SELECT FROM statement_line l WHERE l.attempt_id = a.id);

-- name: WaitingOrders :many
-- scope: operator: orders that wait for exactly such an amount, with what their payer may be known by.
SELECT o.id, o.supplier_id, o.number, o.currency::text AS currency, o.amount, o.created_at, s.name, s.phone
FROM purchase_order o JOIN company s ON s.id = o.supplier_id
WHERE o.status IN ('created', 'pending', 'processing', 'failed', 'expired') AND o.currency = @currency AND o.amount = ANY(@amounts::numeric[])
  AND o.created_at BETWEEN @since AND @until
ORDER BY o.created_at DESC LIMIT 250000;

-- name: OpenTransfer :one
-- scope: operator: the try of an order that its money has not come for; a phone that said no has paid nothing.
SELECT id FROM payment_attempt WHERE order_id = @order_id AND supplier_id = @supplier_id AND provider = @provider
  AND status IN ('created', 'pending', 'processing', 'failed', 'expired') AND (provider = 'bank' OR status <> 'failed')
ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: Unreceipted :one
-- scope: operator: a payment of an order that its provider had confirmed without its receipt.
SELECT id, order_id, supplier_id, provider, receipt, currency::text AS currency, amount FROM payment_attempt
WHERE order_id = @order_id AND provider = @provider AND status = 'completed' AND receipt IS NULL AND amount = @amount AND currency = @currency
ORDER BY settled_at DESC LIMIT 1;

-- name: Unpulled :one
-- scope: system: since when a till has told of money that no line brought.
SELECT c.received_at FROM payment_callback c
WHERE c.provider = @provider AND c.attempt_id IS NULL AND c.verdict = 'heard' AND c.receipt <> '' AND c.received_at > zabuni.clock() - interval '1 day'
  AND NOT EXISTS (SELECT FROM statement_line l WHERE l.account = @account AND l.reference = c.receipt)
ORDER BY c.received_at LIMIT 1;

-- name: CameBy :one
-- scope: operator: the transfer of an order whose money came, and has not gone back.
SELECT a.id FROM payment_attempt a WHERE a.order_id = @order_id AND a.provider = @provider AND a.status IN ('completed', 'review', 'dismissed') AND a.amount = @amount
  AND NOT EXISTS (SELECT FROM payment_gone r WHERE r.attempt_id = a.id)
ORDER BY a.settled_at DESC LIMIT 1;

-- name: TransferOf :one
-- scope: system: an attempt as a due one is claimed.
SELECT a.id, a.order_id, a.supplier_id, a.provider, a.token, a.merchant_ref, a.provider_ref, a.receipt, a.payer, a.currency::text AS currency, a.amount,
       a.status, a.created_at, o.number
FROM payment_attempt a JOIN purchase_order o ON o.id = a.order_id WHERE a.id = @id;

-- name: LineOfAttempt :one
-- scope: operator: the line that brought the money of an attempt.
SELECT id FROM statement_line WHERE attempt_id = @attempt_id;

-- name: InsertSlip :exec
INSERT INTO payment_slip (id, attempt_id, order_id, supplier_id, document_id, added_by, added_at)
VALUES (@id, @attempt_id, @order_id, @supplier_id, @document_id, @added_by, @added_at);

-- name: Slips :many
SELECT p.id, p.document_id, d.name, d.media_type, d.size, p.added_at FROM payment_slip p JOIN document d ON d.id = p.document_id
WHERE p.order_id = @order_id AND p.supplier_id = @supplier_id ORDER BY p.added_at, p.id;

-- name: Slip :one
-- scope: operator: what a payer showed for an order.
SELECT p.document_id, p.supplier_id FROM payment_slip p WHERE p.id = @id;

-- name: Statements :many
-- scope: operator: what was imported, the newest first.
SELECT s.id, s.account, s.currency::text AS currency, s.file_name, s.format, s.number, s.first_day, s.last_day, s.opening, s.closing, s.gap, s.lines, s.known, s.refused,
       trim(p.first_name || ' ' || p.last_name)::text AS importer, s.imported_at,
       (SELECT count(*) FROM statement_line l WHERE l.statement_id = s.id AND l.status IN ('matched', 'explained')) AS matched,
       (SELECT count(*) FROM statement_line l WHERE l.statement_id = s.id AND l.status IN ('open', 'review')) AS waiting
FROM bank_statement s JOIN account p ON p.id = s.imported_by
WHERE (s.imported_at, s.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@accounts::text[]) = 0 OR s.account = ANY(@accounts::text[]))
  AND zabuni.within(s.imported_at, sqlc.narg(imported_from)::date, sqlc.narg(imported_to)::date, @zone::text)
ORDER BY s.imported_at DESC, s.id DESC LIMIT @max_rows;

-- name: StatementLines :many
-- scope: operator: lines of statements, the newest first.
SELECT l.id, l.code, l.account, l.day, l.currency::text AS currency, l.amount, l.reference, l.payer, l.narration, l.reversal, l.status, l.created_at,
       coalesce(o.number, '') AS number, coalesce(h.number, '') AS hint, coalesce(s.name, '') AS supplier_name
FROM statement_line l LEFT JOIN purchase_order o ON o.id = l.order_id LEFT JOIN purchase_order h ON h.id = l.hint_id
LEFT JOIN company s ON s.id = coalesce(l.supplier_id, h.supplier_id)
WHERE (l.created_at, l.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR l.status = ANY(@statuses::text[]))
  AND (cardinality(@providers::text[]) = 0 OR CASE WHEN l.account LIKE 'mpesa-%' THEN 'mpesa' ELSE 'bank' END = ANY(@providers::text[]))
  AND (sqlc.narg(statement_id)::uuid IS NULL OR l.statement_id = sqlc.narg(statement_id))
  AND (sqlc.narg(first_day)::date IS NULL OR l.day >= sqlc.narg(first_day)::date) AND (sqlc.narg(last_day)::date IS NULL OR l.day <= sqlc.narg(last_day)::date)
  AND (sqlc.narg(search)::text IS NULL OR l.code = upper(sqlc.narg(search)) OR l.reference ILIKE sqlc.narg(search) OR l.narration ILIKE '%' || sqlc.narg(search) || '%'
       OR l.payer ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY l.created_at DESC, l.id DESC LIMIT @max_rows;

-- name: StatementLine :one
-- scope: operator: a line by its code.
SELECT l.id, l.code, l.account, l.day, l.currency::text AS currency, l.amount, l.reference, l.payer, l.narration, l.reversal, l.status, l.created_at, l.settled_at,
       l.statement_id, b.file_name, coalesce(o.number, '') AS number, coalesce(h.number, '') AS hint, coalesce(s.name, '') AS supplier_name,
       coalesce(-(SELECT sum(e.amount) FROM ledger_entry e WHERE e.part = l.id::text AND e.account = 'suspense' AND e.attempt_id IS NULL), 0)::numeric(20,4) AS held
FROM statement_line l JOIN bank_statement b ON b.id = l.statement_id LEFT JOIN purchase_order o ON o.id = l.order_id LEFT JOIN purchase_order h ON h.id = l.hint_id
LEFT JOIN company s ON s.id = coalesce(l.supplier_id, h.supplier_id)
WHERE l.code = upper(@code::text);

-- name: LinesOfOrder :many
-- scope: operator: lines of statements that are of an order.
SELECT l.code, l.day, l.currency::text AS currency, l.amount, l.reference, l.payer, l.narration, l.status FROM statement_line l
WHERE l.order_id = @order_id ORDER BY l.day, l.place;

-- name: LineResolutions :many
-- scope: operator: what was proposed and decided about a line.
SELECT r.id, r.act, r.reason, r.proposed_by, trim(p.first_name || ' ' || p.last_name)::text AS proposer, r.proposed_at,
       coalesce(trim(d.first_name || ' ' || d.last_name), '')::text AS decider, r.decided_at, r.approved, r.document_id, coalesce(o.number, '') AS target
FROM payment_resolution r JOIN account p ON p.id = r.proposed_by LEFT JOIN account d ON d.id = r.decided_by LEFT JOIN purchase_order o ON o.id = r.target_id
WHERE r.line_id = @line_id ORDER BY r.proposed_at DESC, r.id DESC;

-- name: SetHint :exec
-- scope: system: an order that a line may be of; nothing is decided by it.
UPDATE statement_line SET hint_id = sqlc.narg(hint_id) WHERE id = @id;

-- name: EvidenceOf :one
-- scope: operator: the document of a decision.
SELECT document_id FROM payment_resolution WHERE id = @id AND document_id IS NOT NULL;

-- name: EvidenceKept :one
-- scope: operator: whether a document was kept by the operator for decisions.
SELECT EXISTS (SELECT FROM document WHERE id = @id AND company_id = @company_id AND kind = 'payment_evidence');

-- name: SlipsOf :many
-- scope: operator: what the payer of an order showed.
SELECT p.id, d.name, d.size, p.added_at FROM payment_slip p JOIN document d ON d.id = p.document_id WHERE p.order_id = @order_id ORDER BY p.added_at, p.id;
