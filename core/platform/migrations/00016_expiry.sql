-- +goose Up
-- What ends on a day and is reminded of before: papers of a profile and memberships of special groups, by one calendar.
CREATE TABLE expiry (
    id         uuid PRIMARY KEY, -- of the paper or the membership
    company_id uuid NOT NULL REFERENCES company,
    kind       text NOT NULL CHECK (kind IN ('registration', 'tax_compliance', 'trading_licence', 'special_group')),
    subject    text NOT NULL DEFAULT '', -- the group's id: of one subject only the latest is reminded of
    expires_on date NOT NULL,
    remind_on  date -- of the next reminder; null once the last has gone or a later one stands
);
CREATE INDEX expiry_remind ON expiry (remind_on) WHERE remind_on IS NOT NULL;
CREATE INDEX expiry_subject ON expiry (company_id, kind, subject) WHERE remind_on IS NOT NULL;
CREATE TABLE expiry_reminder (
    expiry_id  uuid NOT NULL REFERENCES expiry,
    company_id uuid NOT NULL REFERENCES company,
    stage      int NOT NULL, -- days before the expiry
    created_at timestamptz NOT NULL,
    PRIMARY KEY (expiry_id, stage)
);
INSERT INTO expiry (id, company_id, kind, expires_on, remind_on)
    SELECT id, company_id, kind, expires_on, remind_on FROM company_document WHERE expires_on IS NOT NULL;
INSERT INTO expiry_reminder SELECT company_document_id, company_id, stage, created_at FROM company_document_reminder;
-- Memberships begin with the next stage that lies ahead.
INSERT INTO expiry (id, company_id, kind, subject, expires_on, remind_on)
    SELECT m.id, m.company_id, 'special_group', m.special_group_id::text, m.expires_on,
           (SELECT min(m.expires_on - s) FROM unnest(ARRAY[60, 30, 7, 0]) AS s WHERE m.expires_on - s > zabuni.clock()::date)
    FROM company_special_group m WHERE m.status = 'validated' AND m.expires_on IS NOT NULL;
DROP TABLE company_document_reminder;
ALTER TABLE company_document DROP COLUMN remind_on;

-- +goose Down
ALTER TABLE company_document ADD COLUMN remind_on date;
UPDATE company_document d SET remind_on = e.remind_on FROM expiry e WHERE e.id = d.id;
CREATE INDEX company_document_remind ON company_document (remind_on) WHERE remind_on IS NOT NULL;
CREATE TABLE company_document_reminder (
    company_document_id uuid NOT NULL REFERENCES company_document,
    company_id          uuid NOT NULL REFERENCES company,
    stage               int NOT NULL,
    created_at          timestamptz NOT NULL,
    PRIMARY KEY (company_document_id, stage)
);
INSERT INTO company_document_reminder SELECT r.* FROM expiry_reminder r JOIN company_document d ON d.id = r.expiry_id;
DROP TABLE expiry_reminder, expiry;
