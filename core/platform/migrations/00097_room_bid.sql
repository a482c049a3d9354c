-- +goose Up
-- Whoever bids in a room that asks for no papers has a bid like any other once its prices are ranked. What it offered stands in the
-- log of the room: such a version was never sealed and has no receipt, and nothing that was promised of receipts counts it.
ALTER TABLE submission ADD COLUMN from_room boolean NOT NULL DEFAULT false, ADD CHECK (from_room = (receipt = ''));
SELECT zabuni.keep('submission', '{id}');

-- +goose Down
DROP TRIGGER kept_submission_changed ON submission;
ALTER TABLE submission DROP COLUMN from_room;
SELECT zabuni.keep('submission', '{id}');
