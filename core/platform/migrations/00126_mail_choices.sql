-- +goose Up
-- What a person has chosen about mails that nothing obliges us to send: an area that has no row is mailed as it comes.
CREATE TABLE mail_choice (
    account_id uuid NOT NULL REFERENCES account,
    area       text NOT NULL,
    way        text NOT NULL CHECK (way IN ('summary', 'none')),
    PRIMARY KEY (account_id, area)
);

-- When they want to read: nothing that can wait comes in the quiet hours, and the summary comes at an hour of theirs.
CREATE TABLE mail_hours (
    account_id  uuid PRIMARY KEY REFERENCES account,
    zone        text NOT NULL,    -- of their company
    quiet_from  smallint CHECK (quiet_from BETWEEN 0 AND 23),
    quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 23),
    summary_at  smallint NOT NULL CHECK (summary_at BETWEEN 0 AND 23),
    CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until)
);

-- gathered: it waits for a summary; summarised: it stands in one.
ALTER TABLE mail_delivery DROP CONSTRAINT mail_delivery_status_check,
    ADD CONSTRAINT mail_delivery_status_check CHECK (status IN ('queued', 'sent', 'failed', 'suppressed', 'bounced', 'gathered', 'summarised'));
ALTER TABLE mail_delivery ADD COLUMN summary_id uuid;
CREATE INDEX mail_delivery_gathered ON mail_delivery (next_try_at, account_id) WHERE status = 'gathered';

-- The next moment after now at which it is so many hours somewhere.
-- +goose StatementBegin
CREATE FUNCTION zabuni.next_hour(now timestamptz, zone text, hour int) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT (CASE WHEN today > local THEN today ELSE today + interval '1 day' END) AT TIME ZONE zone
    FROM (SELECT now AT TIME ZONE zone AS local) l, LATERAL (SELECT date_trunc('day', local) + make_interval(hours => hour) AS today) t
$$;
-- +goose StatementEnd

-- Now, or the end of the quiet hours in which it lies; they may go over midnight.
-- +goose StatementBegin
CREATE FUNCTION zabuni.heard_at(now timestamptz, zone text, quiet_from int, quiet_until int) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN quiet_from IS NULL THEN now
                WHEN quiet_from < quiet_until AND h >= quiet_from AND h < quiet_until THEN zabuni.next_hour(now, zone, quiet_until)
                WHEN quiet_from > quiet_until AND (h >= quiet_from OR h < quiet_until) THEN zabuni.next_hour(now, zone, quiet_until)
                ELSE now END
    FROM (SELECT extract(hour FROM now AT TIME ZONE zone)::int AS h) x
$$;
-- +goose StatementEnd

-- +goose Down
DROP INDEX mail_delivery_gathered;
UPDATE mail_delivery SET status = 'suppressed' WHERE status = 'summarised';
UPDATE mail_delivery SET status = 'queued' WHERE status = 'gathered';
ALTER TABLE mail_delivery DROP COLUMN summary_id, DROP CONSTRAINT mail_delivery_status_check,
    ADD CONSTRAINT mail_delivery_status_check CHECK (status IN ('queued', 'sent', 'failed', 'suppressed', 'bounced'));
DROP TABLE mail_hours, mail_choice;
DROP FUNCTION zabuni.heard_at(timestamptz, text, int, int), zabuni.next_hour(timestamptz, text, int);
