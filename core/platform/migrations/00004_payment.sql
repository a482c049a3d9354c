-- +goose Up
CREATE TABLE cart_item (
    supplier_id uuid NOT NULL REFERENCES company,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    currency    char(3) NOT NULL,
    added_by    uuid NOT NULL,
    added_at    timestamptz NOT NULL,
    PRIMARY KEY (supplier_id, category_id)
);

CREATE TABLE purchase_order (
    id          uuid PRIMARY KEY,
    supplier_id uuid NOT NULL REFERENCES company,
    number      text NOT NULL UNIQUE,  -- shown to people and to providers, at most 12 characters
    cart_code   text NOT NULL UNIQUE,  -- 128 bits, unguessable: opens the public payment page
    currency    char(3) NOT NULL,
    amount      numeric(20,4) NOT NULL CHECK (amount >= 0),
    status      text NOT NULL CHECK (status IN ('created', 'pending', 'processing', 'completed', 'failed', 'expired', 'cancelled', 'refund_pending', 'refunded')),
    created_by  uuid NOT NULL,
    created_at  timestamptz NOT NULL,
    paid_at     timestamptz
);
CREATE INDEX purchase_order_supplier ON purchase_order (supplier_id, created_at DESC, id DESC);
CREATE INDEX purchase_order_all ON purchase_order (created_at DESC, id DESC);
-- A cart has one order that may still be paid, whoever checks out at the same moment.
CREATE UNIQUE INDEX purchase_order_open ON purchase_order (supplier_id) WHERE status IN ('created', 'pending', 'processing', 'failed', 'expired');
CREATE TABLE order_line (
    order_id    uuid NOT NULL REFERENCES purchase_order,
    category_id uuid NOT NULL REFERENCES category,
    supplier_id uuid NOT NULL,
    buyer_id    uuid NOT NULL,
    fee         numeric(20,4) NOT NULL,
    PRIMARY KEY (order_id, category_id)
);
CREATE INDEX order_line_category ON order_line (category_id, supplier_id);

CREATE TABLE payment_attempt (
    id           uuid PRIMARY KEY,
    order_id     uuid NOT NULL REFERENCES purchase_order,
    supplier_id  uuid NOT NULL,
    provider     text NOT NULL,       -- free, mpesa, ...
    token        text NOT NULL UNIQUE, -- the only authentication of an unsigned callback
    payer        text NOT NULL DEFAULT '', -- phone, masked in lists
    provider_ref text,
    receipt      text,
    currency     char(3) NOT NULL,
    amount       numeric(20,4) NOT NULL,
    status       text NOT NULL CHECK (status IN ('created', 'pending', 'processing', 'completed', 'failed', 'expired', 'review')),
    reason       text NOT NULL DEFAULT '',
    asked        int NOT NULL DEFAULT 0, -- status queries so far
    next_ask_at  timestamptz,
    created_at   timestamptz NOT NULL,
    settled_at   timestamptz
);
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (order_id) WHERE status IN ('created', 'pending', 'processing');
CREATE UNIQUE INDEX payment_attempt_provider ON payment_attempt (provider, provider_ref) WHERE provider_ref IS NOT NULL;
CREATE UNIQUE INDEX payment_attempt_receipt ON payment_attempt (provider, receipt) WHERE receipt IS NOT NULL;
-- An expired attempt is asked about for a day: money may still come.
CREATE INDEX payment_attempt_ask ON payment_attempt (next_ask_at) WHERE next_ask_at IS NOT NULL;
CREATE INDEX payment_attempt_review ON payment_attempt (created_at DESC, id DESC) WHERE status = 'review';
CREATE INDEX payment_attempt_order ON payment_attempt (order_id, created_at DESC);

-- Every message of a provider, kept as it came; a hint, never a decision.
CREATE TABLE payment_callback (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider    text NOT NULL,
    token       text NOT NULL,
    body        text NOT NULL,
    network     text NOT NULL,
    attempt_id  uuid,
    verdict     text NOT NULL,
    received_at timestamptz NOT NULL
);
CREATE INDEX payment_callback_attempt ON payment_callback (attempt_id);
CREATE INDEX payment_callback_review ON payment_callback (id DESC) WHERE verdict IN ('unmatched', 'contradicts');

-- Double entry: the lines of a transfer sum to zero per currency.
CREATE TABLE ledger_entry (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transfer_id uuid NOT NULL,
    account     text NOT NULL, -- provider:mpesa, buyer:<id>, suspense
    supplier_id uuid NOT NULL,
    buyer_id    uuid,
    order_id    uuid NOT NULL REFERENCES purchase_order,
    attempt_id  uuid NOT NULL REFERENCES payment_attempt,
    currency    char(3) NOT NULL,
    amount      numeric(20,4) NOT NULL CHECK (amount <> 0),
    at          timestamptz NOT NULL,
    UNIQUE (attempt_id, account) -- an attempt is booked once, whatever a provider repeats
);
CREATE INDEX ledger_entry_order ON ledger_entry (order_id);
CREATE INDEX ledger_entry_transfer ON ledger_entry (transfer_id);
-- One credit per order and buyer; a second payment goes to suspense.
CREATE UNIQUE INDEX ledger_entry_once ON ledger_entry (order_id, account) WHERE amount < 0 AND account <> 'suspense';
-- +goose StatementBegin
CREATE FUNCTION zabuni.transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM ledger_entry WHERE transfer_id = NEW.transfer_id GROUP BY currency HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'transfer % does not sum to zero', NEW.transfer_id;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION zabuni.transfer_balances();

-- +goose Down
DROP TABLE ledger_entry, payment_callback, payment_attempt, order_line, purchase_order, cart_item;
DROP FUNCTION zabuni.transfer_balances;
