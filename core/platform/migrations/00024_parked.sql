-- +goose Up
-- How often work on a message that came again was begun. A count of deliveries says nothing: those that a dying process had
-- fetched and not begun would be parked with it.
CREATE TABLE message_attempt (
    consumer   text NOT NULL,
    message_id text NOT NULL,
    begun      int NOT NULL DEFAULT 1,
    at         timestamptz NOT NULL DEFAULT zabuni.clock(),
    PRIMARY KEY (consumer, message_id)
);

-- A person has asked that a parked message be tried again; what somebody decides about it is an entry of the log, which names it.
ALTER TABLE parked_message DROP COLUMN id, ADD COLUMN id uuid PRIMARY KEY DEFAULT uuidv7(), ADD COLUMN again_at timestamptz;
CREATE INDEX parked_message_again ON parked_message (again_at) WHERE again_at IS NOT NULL;

-- +goose Down
DROP INDEX parked_message_again;
ALTER TABLE parked_message DROP COLUMN again_at, DROP COLUMN id, ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
DROP TABLE message_attempt;
