-- +goose Up
-- How a supplier came to be invited: chosen out of the directory, out of a list, by turn among those of a list, or to a round. Whoever
-- departs from the turn says why, and so do the rows.
ALTER TABLE invitation ADD COLUMN source text NOT NULL DEFAULT 'directory' CHECK (source IN ('directory', 'list', 'turn', 'round'));
ALTER TABLE invitation ADD COLUMN list_id uuid REFERENCES category;
ALTER TABLE invitation ADD COLUMN reason text NOT NULL DEFAULT '';
SELECT zabuni.keep('invitation', '{category_id,supplier_id}', '{viewed_at,told_at}');

-- What the buyer tells all by itself, such as the minutes of a meeting before the closing, stands among the answers: nobody has asked it.
ALTER TABLE clarification ALTER COLUMN supplier_id DROP NOT NULL;
ALTER TABLE clarification ADD CONSTRAINT clarification_asked CHECK (supplier_id IS NOT NULL OR status = 'answered' AND asked = '');

-- +goose Down
ALTER TABLE clarification DROP CONSTRAINT clarification_asked;
DELETE FROM clarification WHERE supplier_id IS NULL;
ALTER TABLE clarification ALTER COLUMN supplier_id SET NOT NULL;
DROP TRIGGER kept_invitation_changed ON invitation;
ALTER TABLE invitation DROP COLUMN reason, DROP COLUMN list_id, DROP COLUMN source;
SELECT zabuni.keep('invitation', '{category_id,supplier_id}', '{viewed_at,told_at}');
