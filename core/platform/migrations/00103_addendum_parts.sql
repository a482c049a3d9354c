-- +goose Up
-- An addendum adds to what is asked and takes away from it. What went stays in its row: a draft has answers to it, and what was
-- published is not undone. A file waits under the id of the addendum that is going to bring it, until there is that addendum.
ALTER TABLE item ADD COLUMN came_by uuid REFERENCES addendum;
ALTER TABLE item ADD COLUMN gone_by uuid REFERENCES addendum;
ALTER TABLE question ADD COLUMN came_by uuid REFERENCES addendum;
ALTER TABLE question ADD COLUMN gone_by uuid REFERENCES addendum;
ALTER TABLE attachment ADD COLUMN addendum_id uuid; -- brings it; none where it was published with the category
ALTER TABLE attachment ADD COLUMN gone_by uuid REFERENCES addendum;
SELECT zabuni.keep('item', '{id}');
SELECT zabuni.keep('question', '{id}');
SELECT zabuni.keep('attachment', '{id}');

-- +goose Down
DROP TRIGGER kept_attachment_changed ON attachment;
DROP TRIGGER kept_question_changed ON question;
DROP TRIGGER kept_item_changed ON item;
ALTER TABLE attachment DROP COLUMN gone_by, DROP COLUMN addendum_id;
ALTER TABLE question DROP COLUMN gone_by, DROP COLUMN came_by;
ALTER TABLE item DROP COLUMN gone_by, DROP COLUMN came_by;
SELECT zabuni.keep('item', '{id}');
SELECT zabuni.keep('question', '{id}');
SELECT zabuni.keep('attachment', '{id}');
