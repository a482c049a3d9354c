-- The trace that an event or a task came of, as W3C Trace Context writes it: what is done
-- later is found by the number of the request that asked for it.
-- +goose Up
ALTER TABLE outbox ADD COLUMN trace text NOT NULL DEFAULT '';
ALTER TABLE task ADD COLUMN trace text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE outbox DROP COLUMN trace;
ALTER TABLE task DROP COLUMN trace;
