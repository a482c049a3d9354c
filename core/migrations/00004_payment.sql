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
CREATE INDEX payment_attempt_ask ON payment_attempt (next_ask_at) WHERE status IN ('created', 'pending', 'processing');
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

-- Double entry: the lines of a transfer sum to zero per currency.
CREATE TABLE ledger_entry (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transfer_id uuid NOT NULL,
    account     text NOT NULL, -- provider:mpesa, supplier:<id>, buyer:<id>, suspense
    supplier_id uuid,
    buyer_id    uuid,
    order_id    uuid NOT NULL REFERENCES purchase_order,
    currency    char(3) NOT NULL,
    amount      numeric(20,4) NOT NULL,
    at          timestamptz NOT NULL
);
CREATE INDEX ledger_entry_order ON ledger_entry (order_id);
-- One credit per order, whatever a provider repeats.
CREATE UNIQUE INDEX ledger_entry_once ON ledger_entry (order_id, account) WHERE amount < 0;

-- +goose Down
DROP TABLE ledger_entry, payment_callback, payment_attempt, order_line, purchase_order, cart_item;
