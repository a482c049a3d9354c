-- What has been over for long enough goes (core/platform/tidy): the attempts at a message go with it, and what is looked
-- through by age has an index that costs nothing to write.
-- +goose Up
ALTER TABLE mail_attempt DROP CONSTRAINT mail_attempt_delivery_id_fkey,
    ADD CONSTRAINT mail_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES mail_delivery ON DELETE CASCADE;
CREATE INDEX inbox_age ON inbox USING brin (handled_at);
CREATE INDEX notification_age ON notification USING brin (created_at);

-- +goose Down
DROP INDEX notification_age, inbox_age;
ALTER TABLE mail_attempt DROP CONSTRAINT mail_attempt_delivery_id_fkey,
    ADD CONSTRAINT mail_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES mail_delivery;
