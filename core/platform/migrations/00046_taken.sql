-- +goose Up
-- When the half of the last renewal was first brought back: until then its answer may have been lost, and the half before stays good.
ALTER TABLE session ADD COLUMN taken_at timestamptz;

-- +goose Down
ALTER TABLE session DROP COLUMN taken_at;
