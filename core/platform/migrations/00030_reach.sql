-- +goose Up
-- What its reader must hold when a message goes out, and of which category: it was queued for those who did.
ALTER TABLE mail_delivery ADD COLUMN privilege text NOT NULL DEFAULT '', ADD COLUMN of_category uuid REFERENCES category;
-- Why one did not go out to its reader: their account is over, or they have lost that right.
ALTER TABLE mail_attempt DROP CONSTRAINT mail_attempt_outcome_check,
    ADD CONSTRAINT mail_attempt_outcome_check CHECK (outcome IN ('sent', 'failed', 'bounced', 'left', 'denied'));

-- +goose Down
DELETE FROM mail_attempt WHERE outcome IN ('left', 'denied');
ALTER TABLE mail_attempt DROP CONSTRAINT mail_attempt_outcome_check,
    ADD CONSTRAINT mail_attempt_outcome_check CHECK (outcome IN ('sent', 'failed', 'bounced'));
ALTER TABLE mail_delivery DROP COLUMN privilege, DROP COLUMN of_category;
