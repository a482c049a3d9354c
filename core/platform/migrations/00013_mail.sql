-- +goose Up
ALTER TABLE mail_delivery DROP CONSTRAINT mail_delivery_status_check,
    ADD CONSTRAINT mail_delivery_status_check CHECK (status IN ('queued', 'sent', 'failed', 'suppressed', 'bounced'));
CREATE INDEX mail_delivery_status ON mail_delivery (status, created_at DESC, id DESC);

-- What became of each attempt at a message.
CREATE TABLE mail_attempt (
    delivery_id uuid NOT NULL REFERENCES mail_delivery,
    number      int NOT NULL,
    at          timestamptz NOT NULL,
    outcome     text NOT NULL CHECK (outcome IN ('sent', 'failed', 'bounced')),
    error       text NOT NULL DEFAULT '',
    PRIMARY KEY (delivery_id, at, number)
);

-- The operator's own words for a kind of message; without a row the built-in ones stand.
CREATE TABLE mail_template (
    kind       text NOT NULL,
    language   text NOT NULL,
    subject    text NOT NULL,
    body       text[] NOT NULL,
    updated_by uuid NOT NULL REFERENCES account,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (kind, language)
);

-- +goose Down
DROP TABLE mail_template, mail_attempt;
DROP INDEX mail_delivery_status;
UPDATE mail_delivery SET status = 'failed' WHERE status = 'bounced';
ALTER TABLE mail_delivery DROP CONSTRAINT mail_delivery_status_check,
    ADD CONSTRAINT mail_delivery_status_check CHECK (status IN ('queued', 'sent', 'failed', 'suppressed'));
