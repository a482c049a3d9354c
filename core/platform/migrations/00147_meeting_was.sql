-- +goose Up
-- When a meeting was, as far as who is asked no more was told: what it becomes is nothing for their calendar.
ALTER TABLE meeting_attendee
    ADD COLUMN was_starts timestamptz,
    ADD COLUMN was_ends timestamptz,
    ADD COLUMN was_sequence int,
    ADD CHECK ((was_starts IS NULL) = (was_ends IS NULL) AND (was_starts IS NULL) = (was_sequence IS NULL)),
    ADD CHECK (was_starts IS NULL OR removed_at IS NOT NULL);

-- +goose Down
ALTER TABLE meeting_attendee DROP COLUMN was_starts, DROP COLUMN was_ends, DROP COLUMN was_sequence;
