-- +goose Up
-- Consecutive wrong passwords; at the limit only a reset link, or a device that knows the account, opens it again.
ALTER TABLE account ADD COLUMN failures int NOT NULL DEFAULT 0;

-- Second factor by an app. The secret is sealed by a key outside the database; each time step counts once.
CREATE TABLE authenticator (
    account_id   uuid PRIMARY KEY REFERENCES account,
    sealed       bytea NOT NULL,
    step         bigint NOT NULL DEFAULT 0,
    confirmed_at timestamptz, -- null until the first code shows that the app holds the secret
    created_at   timestamptz NOT NULL
);
-- One salt for a person's set, so that a try costs one hash.
CREATE TABLE recovery_code (
    account_id uuid NOT NULL REFERENCES account,
    salt       bytea NOT NULL,
    hash       bytea NOT NULL,
    created_at timestamptz NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (account_id, hash)
);

-- Browsers from which an account was entered before: their tries are counted apart, so that nobody outside locks the owner out.
CREATE TABLE known_device (
    hash       bytea NOT NULL,
    account_id uuid NOT NULL REFERENCES account,
    created_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    PRIMARY KEY (hash, account_id)
);
CREATE INDEX known_device_account ON known_device (account_id, seen_at DESC);

-- Tries that are delayed more and more. Quiet for a day, a bucket is as good as absent.
CREATE TABLE slow_bucket (
    bucket  text PRIMARY KEY,
    tries   int NOT NULL,
    next_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL
);
CREATE INDEX slow_bucket_end ON slow_bucket (ends_at);
-- Lets one try through, or answers the seconds to wait: `free` tries at once, then 1, 2, 4 .. `longest` seconds between them.
-- +goose StatementBegin
CREATE FUNCTION zabuni.try(in_bucket text, free int, longest float8) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    now_at timestamptz;
    b      slow_bucket;
    done   int;
BEGIN
    INSERT INTO slow_bucket VALUES (in_bucket, 0, '-infinity', '-infinity') ON CONFLICT DO NOTHING;
    SELECT * INTO b FROM slow_bucket WHERE bucket = in_bucket FOR UPDATE;
    now_at := zabuni.clock();
    IF b.next_at > now_at THEN
        RETURN extract(epoch FROM b.next_at - now_at);
    END IF;
    done := CASE WHEN b.ends_at > now_at THEN b.tries ELSE 0 END + 1;
    UPDATE slow_bucket SET tries = done, ends_at = now_at + interval '1 day',
        next_at = CASE WHEN done < free THEN now_at ELSE now_at + make_interval(secs => least(longest, power(2, least(done - free, 30)))) END
    WHERE bucket = in_bucket;
    RETURN 0;
END $$;
-- How long the next event of a bucket of zabuni.take would wait, counting nothing.
CREATE FUNCTION zabuni.wait_of(in_bucket text, burst float8, per float8) RETURNS float8 LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT greatest(0, greatest(0, level - extract(epoch FROM zabuni.clock() - at) / per) + 1 - burst) * per
                     FROM rate_limit WHERE bucket = in_bucket), 0)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION zabuni.try(text, int, float8), zabuni.wait_of(text, float8, float8) TO zabuni_app, zabuni_opener;

-- An operator looks at a customer's console, read-only and for a while; the session shows that console as long as a view is open.
CREATE TABLE support_view (
    id         uuid PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES session,
    account_id uuid NOT NULL REFERENCES account,
    company_id uuid NOT NULL REFERENCES company,
    reason     text NOT NULL,
    began_at   timestamptz NOT NULL,
    ends_at    timestamptz NOT NULL,
    ended_at   timestamptz
);
CREATE INDEX support_view_session ON support_view (session_id, ends_at DESC);
CREATE INDEX support_view_company ON support_view (company_id, began_at DESC);

-- +goose Down
DROP TABLE support_view, slow_bucket, known_device, recovery_code, authenticator;
DROP FUNCTION zabuni.try(text, int, float8);
DROP FUNCTION zabuni.wait_of(text, float8, float8);
ALTER TABLE account DROP COLUMN failures;
