-- +goose Up
-- Ways of paying with pages: our own reference is once only everywhere, so that a provider can be asked by it.
ALTER TABLE payment_attempt ADD COLUMN merchant_ref text NOT NULL DEFAULT '', ADD COLUMN page_url text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX payment_attempt_merchant ON payment_attempt (merchant_ref) WHERE merchant_ref <> '';
ALTER TABLE payment_attempt DROP CONSTRAINT payment_attempt_status_check;
ALTER TABLE payment_attempt ADD CHECK (status IN ('created', 'pending', 'processing', 'completed', 'failed', 'expired', 'review', 'dismissed'));
SELECT zabuni.keep('payment_attempt', '{id}', '{asked,next_ask_at}');
-- Money that goes back is a row of its own: the order stays what it is.
ALTER TABLE purchase_order DROP CONSTRAINT purchase_order_status_check;
ALTER TABLE purchase_order ADD CHECK (status IN ('created', 'pending', 'processing', 'completed', 'failed', 'expired', 'cancelled'));

-- What counts as paid for, for everybody who asks.
CREATE VIEW paid_line WITH (security_invoker = true) AS
SELECT l.order_id, l.category_id, l.supplier_id, l.buyer_id, l.fee, o.number, o.paid_at
FROM order_line l JOIN purchase_order o ON o.id = l.order_id WHERE o.status = 'completed';

-- A message is kept once, with what proves it and what it claims.
ALTER TABLE payment_callback
    ADD COLUMN method  text NOT NULL DEFAULT 'POST',
    ADD COLUMN headers jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN query   text NOT NULL DEFAULT '',
    ADD COLUMN sum     bytea,
    ADD COLUMN times   int NOT NULL DEFAULT 1,
    ADD COLUMN ref      text NOT NULL DEFAULT '',
    ADD COLUMN receipt  text NOT NULL DEFAULT '',
    ADD COLUMN currency char(3),
    ADD COLUMN amount   numeric(20,4);
UPDATE payment_callback SET sum = sha256(convert_to(id::text, 'UTF8'));
UPDATE payment_callback SET ref = coalesce(body::jsonb #>> '{Body,stkCallback,CheckoutRequestID}', ''), currency = 'KES',
       receipt = coalesce(jsonb_path_query_first(body::jsonb, '$.Body.stkCallback.CallbackMetadata.Item[*] ? (@.Name == "MpesaReceiptNumber").Value') #>> '{}', ''),
       amount = (jsonb_path_query_first(body::jsonb, '$.Body.stkCallback.CallbackMetadata.Item[*] ? (@.Name == "Amount").Value') #>> '{}')::numeric(20,4)
WHERE provider = 'mpesa' AND verdict IN ('heard', 'late');
ALTER TABLE payment_callback ALTER COLUMN sum SET NOT NULL;
CREATE UNIQUE INDEX payment_callback_once ON payment_callback (provider, sum);
DROP INDEX payment_callback_review;
CREATE INDEX payment_callback_review ON payment_callback (id DESC) WHERE verdict IN ('unmatched', 'contradicts', 'forged');

-- The ledger says what moved, of which category, and holds what belongs to no order. What is older than this are captures, also
-- where they lie in suspense.
ALTER TABLE ledger_entry
    ADD COLUMN movement text NOT NULL DEFAULT 'capture'
        CHECK (movement IN ('capture', 'suspense', 'match', 'refund', 'reversal', 'reversal_won', 'fee', 'tax', 'payout', 'undo')),
    ADD COLUMN part        text NOT NULL DEFAULT '', -- of the movement: the category, the refund, the reversal
    ADD COLUMN category_id uuid REFERENCES category,
    ALTER COLUMN supplier_id DROP NOT NULL, ALTER COLUMN order_id DROP NOT NULL, ALTER COLUMN attempt_id DROP NOT NULL;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_attempt_id_account_key;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_movement UNIQUE (attempt_id, movement, part, account); -- booked once, whatever a provider repeats
DROP INDEX ledger_entry_once;
CREATE UNIQUE INDEX ledger_entry_once ON ledger_entry (order_id, account, part) WHERE amount < 0 AND movement IN ('capture', 'match') AND account <> 'suspense';
CREATE INDEX ledger_entry_category ON ledger_entry (category_id) WHERE category_id IS NOT NULL;
SELECT zabuni.keep('ledger_entry', '{id}');

-- Money that a provider took back after it had come.
CREATE TABLE payment_reversal (
    id          uuid PRIMARY KEY,
    attempt_id  uuid NOT NULL REFERENCES payment_attempt,
    order_id    uuid NOT NULL REFERENCES purchase_order,
    supplier_id uuid NOT NULL REFERENCES company,
    kind        text NOT NULL CHECK (kind IN ('reversed', 'disputed')),
    currency    char(3) NOT NULL,
    amount      numeric(20,4) NOT NULL CHECK (amount > 0),
    code        text NOT NULL,
    at          timestamptz NOT NULL,
    UNIQUE (attempt_id)
);
CREATE INDEX payment_reversal_order ON payment_reversal (order_id);
SELECT zabuni.keep('payment_reversal', '{id}');
REVOKE UPDATE, DELETE ON payment_reversal FROM zabuni_app, zabuni_opener;

-- What becomes of money that a person had to look at: one proposes, another decides.
CREATE TABLE payment_resolution (
    id          uuid PRIMARY KEY,
    attempt_id  uuid NOT NULL REFERENCES payment_attempt,
    order_id    uuid NOT NULL REFERENCES purchase_order,
    supplier_id uuid NOT NULL REFERENCES company,
    act         text NOT NULL CHECK (act IN ('match', 'dismiss')),
    reason      text NOT NULL,
    proposed_by uuid NOT NULL REFERENCES account,
    proposed_at timestamptz NOT NULL,
    decided_by  uuid REFERENCES account CHECK (decided_by <> proposed_by),
    decided_at  timestamptz,
    approved    boolean,
    CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL) = (approved IS NULL))
);
CREATE UNIQUE INDEX payment_resolution_open ON payment_resolution (attempt_id) WHERE decided_at IS NULL;
CREATE UNIQUE INDEX payment_resolution_done ON payment_resolution (attempt_id) WHERE approved;
SELECT zabuni.keep('payment_resolution', '{id}');
REVOKE DELETE ON payment_resolution FROM zabuni_app, zabuni_opener;

-- +goose Down
DROP TABLE payment_resolution;
DROP TABLE payment_reversal;
DROP TRIGGER kept_ledger_entry_changed ON ledger_entry;
DROP TRIGGER kept_payment_attempt_changed ON payment_attempt;
DROP INDEX ledger_entry_once;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_movement;
ALTER TABLE ledger_entry DROP COLUMN movement, DROP COLUMN part, DROP COLUMN category_id;
ALTER TABLE payment_callback DROP COLUMN method, DROP COLUMN headers, DROP COLUMN query, DROP COLUMN sum, DROP COLUMN times,
    DROP COLUMN ref, DROP COLUMN receipt, DROP COLUMN currency, DROP COLUMN amount;
DROP VIEW paid_line;
ALTER TABLE payment_attempt DROP COLUMN merchant_ref, DROP COLUMN page_url;
