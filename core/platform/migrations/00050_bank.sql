-- +goose Up
-- How the tables of an account's bank are laid out: column by column, from 1; 0 is none.
CREATE TABLE bank_layout (
    account   text PRIMARY KEY, -- key of one of the platform's accounts, as its setting has it
    head      int NOT NULL,
    on_day    int NOT NULL,
    amount    int NOT NULL,
    came_in   int NOT NULL,
    went_out  int NOT NULL,
    reference int NOT NULL,
    narration int NOT NULL,
    more      int NOT NULL,
    payer     int NOT NULL,
    balance   int NOT NULL,
    days      text NOT NULL CHECK (days IN ('dmy', 'mdy', 'ymd')),
    comma     boolean NOT NULL,
    saved_by  uuid NOT NULL REFERENCES account,
    saved_at  timestamptz NOT NULL
);
SELECT zabuni.keep('bank_layout', '{account}');

-- What a bank said of an account.
CREATE TABLE bank_statement (
    id          uuid PRIMARY KEY,
    account     text NOT NULL,
    currency    char(3) NOT NULL,
    document_id uuid NOT NULL REFERENCES document,
    file_name   text NOT NULL,
    format      text NOT NULL CHECK (format IN ('table', 'mt940', 'camt053')),
    number      text NOT NULL,
    first_day   date NOT NULL,
    last_day    date NOT NULL,
    opening     numeric(20,4),
    closing     numeric(20,4),
    gap         boolean NOT NULL, -- it does not begin where the one before it ended
    lines       int NOT NULL,     -- that were new
    known       int NOT NULL,
    refused     int NOT NULL,
    imported_by uuid NOT NULL REFERENCES account,
    imported_at timestamptz NOT NULL
);
CREATE INDEX bank_statement_all ON bank_statement (imported_at DESC, id DESC);
CREATE INDEX bank_statement_account ON bank_statement (account, last_day DESC);
SELECT zabuni.keep('bank_statement', '{id}');
REVOKE UPDATE, DELETE ON bank_statement FROM zabuni_app, zabuni_opener;

-- Its lines, each once, in however many files it stands.
CREATE TABLE statement_line (
    id           uuid PRIMARY KEY,
    statement_id uuid NOT NULL REFERENCES bank_statement,
    account      text NOT NULL,
    code         text NOT NULL UNIQUE, -- ST-7K2M-9QX4
    place        int NOT NULL,         -- in its file
    day          date NOT NULL,
    currency     char(3) NOT NULL,
    amount       numeric(20,4) NOT NULL CHECK (amount <> 0),
    reference    text NOT NULL,
    payer        text NOT NULL,
    narration    text NOT NULL,
    sum          text NOT NULL, -- of the narration
    again        int NOT NULL,  -- how many alike stood before it
    reversal     boolean NOT NULL,
    status       text NOT NULL CHECK (status IN ('new', 'matched', 'review', 'open', 'explained', 'out', 'dismissed')),
    attempt_id   uuid REFERENCES payment_attempt, -- that its money is
    order_id     uuid REFERENCES purchase_order,
    supplier_id  uuid REFERENCES company,
    hint_id      uuid REFERENCES purchase_order, -- that it may be of
    tried_at     timestamptz,
    created_at   timestamptz NOT NULL,
    settled_at   timestamptz
);
CREATE UNIQUE INDEX statement_line_reference ON statement_line (account, reference) WHERE reference <> '';
CREATE UNIQUE INDEX statement_line_alike ON statement_line (account, day, amount, sum, again) WHERE reference = '';
CREATE INDEX statement_line_new ON statement_line (created_at) WHERE status = 'new';
CREATE INDEX statement_line_open ON statement_line (created_at DESC, id DESC) WHERE status = 'open';
CREATE INDEX statement_line_statement ON statement_line (statement_id, place);
CREATE INDEX statement_line_days ON statement_line (account, day);
-- A payment's money stands in one line.
CREATE UNIQUE INDEX statement_line_attempt ON statement_line (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX statement_line_order ON statement_line (order_id) WHERE order_id IS NOT NULL;
SELECT zabuni.keep('statement_line', '{id}', '{hint_id,tried_at}');
REVOKE DELETE ON statement_line FROM zabuni_app, zabuni_opener;

-- What a payer shows for a transfer: a help for who looks for it, and never a proof.
CREATE TABLE payment_slip (
    id          uuid PRIMARY KEY,
    attempt_id  uuid NOT NULL REFERENCES payment_attempt,
    order_id    uuid NOT NULL REFERENCES purchase_order,
    supplier_id uuid NOT NULL REFERENCES company,
    document_id uuid NOT NULL REFERENCES document,
    added_by    uuid NOT NULL REFERENCES account,
    added_at    timestamptz NOT NULL
);
CREATE INDEX payment_slip_order ON payment_slip (order_id);
SELECT zabuni.keep('payment_slip', '{id}');
REVOKE UPDATE, DELETE ON payment_slip FROM zabuni_app, zabuni_opener;

-- What is decided is of an attempt or of a line, and may name the order that it goes to.
ALTER TABLE payment_resolution
    ADD COLUMN line_id     uuid REFERENCES statement_line,
    ADD COLUMN target_id   uuid REFERENCES purchase_order,
    ADD COLUMN document_id uuid REFERENCES document, -- evidence
    ADD COLUMN alone       boolean NOT NULL DEFAULT false, -- one person was enough for so little
    ALTER COLUMN attempt_id DROP NOT NULL, ALTER COLUMN order_id DROP NOT NULL, ALTER COLUMN supplier_id DROP NOT NULL,
    DROP CONSTRAINT payment_resolution_act_check,
    DROP CONSTRAINT payment_resolution_check,
    ADD CONSTRAINT payment_resolution_second CHECK (alone OR decided_by <> proposed_by),
    ADD CHECK (act IN ('match', 'dismiss', 'allocate', 'ask', 'undo')),
    ADD CHECK (attempt_id IS NOT NULL OR line_id IS NOT NULL);
DROP INDEX payment_resolution_done;
CREATE UNIQUE INDEX payment_resolution_done ON payment_resolution (attempt_id) WHERE approved AND act IN ('match', 'dismiss', 'allocate') AND line_id IS NULL;
CREATE UNIQUE INDEX payment_resolution_line ON payment_resolution (line_id) WHERE decided_at IS NULL;
SELECT zabuni.keep('payment_resolution', '{id}');

-- A decision that was undone took its money from where it had been put.
ALTER TABLE payment_reversal DROP CONSTRAINT payment_reversal_kind_check, ADD CHECK (kind IN ('reversed', 'disputed', 'undone'));

-- Lines of the ledger that are of no attempt are of a line of a statement.
CREATE INDEX ledger_entry_line ON ledger_entry (part) WHERE attempt_id IS NULL;
CREATE INDEX ledger_entry_account ON ledger_entry (account, currency);
-- To whom money could belong that names nobody.
CREATE INDEX purchase_order_waiting ON purchase_order (currency, amount) WHERE status IN ('created', 'pending', 'processing', 'failed', 'expired');

-- +goose Down
DROP INDEX purchase_order_waiting, ledger_entry_account, ledger_entry_line;
DELETE FROM payment_reversal WHERE kind = 'undone';
ALTER TABLE payment_reversal DROP CONSTRAINT payment_reversal_kind_check, ADD CHECK (kind IN ('reversed', 'disputed'));
DELETE FROM payment_resolution WHERE line_id IS NOT NULL OR act NOT IN ('match', 'dismiss');
DROP INDEX payment_resolution_line, payment_resolution_done;
CREATE UNIQUE INDEX payment_resolution_done ON payment_resolution (attempt_id) WHERE approved;
DROP TRIGGER kept_payment_resolution_changed ON payment_resolution;
ALTER TABLE payment_resolution
    DROP COLUMN line_id, DROP COLUMN target_id, DROP COLUMN document_id, DROP COLUMN alone,
    ALTER COLUMN attempt_id SET NOT NULL, ALTER COLUMN order_id SET NOT NULL, ALTER COLUMN supplier_id SET NOT NULL,
    DROP CONSTRAINT payment_resolution_act_check, ADD CHECK (act IN ('match', 'dismiss')), ADD CONSTRAINT payment_resolution_check CHECK (decided_by <> proposed_by);
DROP TABLE payment_slip, statement_line, bank_statement, bank_layout;
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOREACH t IN ARRAY '{payment_slip,statement_line,bank_statement,bank_layout}'::text[] LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
        DELETE FROM kept WHERE name = t;
    END LOOP;
END $$;
-- +goose StatementEnd
