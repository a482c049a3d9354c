-- +goose Up
-- Some providers tell of a dispute by letter only: a person enters it, and above the limit another one decides before
-- any money moves.
ALTER TABLE payment_dispute
    ALTER COLUMN reversal_id DROP NOT NULL,
    ADD COLUMN claimant text NOT NULL DEFAULT '', -- who told of it, where a person entered it
    ADD COLUMN entered_by uuid REFERENCES account, -- nobody: its provider told of it
    ADD COLUMN entry_id uuid REFERENCES document, -- the letter
    ADD COLUMN entry_alone boolean NOT NULL DEFAULT false, -- one person was enough for so little
    ADD COLUMN approved_by uuid REFERENCES account,
    ADD COLUMN approved_at timestamptz,
    DROP CONSTRAINT payment_dispute_status_check,
    ADD CONSTRAINT payment_dispute_status CHECK (status IN ('entered', 'refused', 'open', 'answered', 'won', 'lost')),
    ADD CONSTRAINT payment_dispute_took CHECK ((reversal_id IS NULL) = (status IN ('entered', 'refused'))),
    ADD CONSTRAINT payment_dispute_entry CHECK ((entered_by IS NULL) = (entry_id IS NULL) AND (entered_by IS NULL) = (claimant = '')),
    ADD CONSTRAINT payment_dispute_approved CHECK ((approved_by IS NULL) = (approved_at IS NULL) AND (approved_by IS NULL) = (entered_by IS NULL OR status = 'entered')),
    ADD CONSTRAINT payment_dispute_entry_second CHECK (entry_alone OR approved_by <> entered_by);
CREATE UNIQUE INDEX payment_dispute_entered ON payment_dispute (attempt_id) WHERE status = 'entered';
DROP INDEX payment_dispute_due;
CREATE INDEX payment_dispute_due ON payment_dispute (due_at) WHERE status IN ('entered', 'open') AND reminded_at IS NULL;
SELECT zabuni.keep('payment_dispute', '{id}', '{reminded_at}');

-- +goose Down
-- What nobody has decided cannot stand in the table as it was.
DELETE FROM payment_dispute WHERE reversal_id IS NULL;
DROP INDEX payment_dispute_entered, payment_dispute_due;
CREATE INDEX payment_dispute_due ON payment_dispute (due_at) WHERE status = 'open' AND reminded_at IS NULL;
DROP TRIGGER kept_payment_dispute_changed ON payment_dispute;
ALTER TABLE payment_dispute
    DROP CONSTRAINT payment_dispute_status, DROP CONSTRAINT payment_dispute_took, DROP CONSTRAINT payment_dispute_entry,
    DROP CONSTRAINT payment_dispute_approved, DROP CONSTRAINT payment_dispute_entry_second,
    DROP COLUMN claimant, DROP COLUMN entered_by, DROP COLUMN entry_id, DROP COLUMN entry_alone, DROP COLUMN approved_by, DROP COLUMN approved_at,
    ALTER COLUMN reversal_id SET NOT NULL,
    ADD CONSTRAINT payment_dispute_status_check CHECK (status IN ('open', 'answered', 'won', 'lost'));
SELECT zabuni.keep('payment_dispute', '{id}', '{reminded_at}');
