-- +goose Up
-- A bucket may be forgotten between two statements of who counts in it, and another may begin it anew: the count goes on with
-- the row that it has locked, and with no other.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION zabuni.take(in_bucket text, burst float8, per float8) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    now_at  timestamptz := zabuni.clock();
    current float8;
BEGIN
    LOOP
        INSERT INTO rate_limit (bucket, level, at, ends_at) VALUES (in_bucket, 0, now_at, now_at) ON CONFLICT DO NOTHING;
        SELECT greatest(0, level - extract(epoch FROM now_at - at) / per) INTO current
        FROM rate_limit WHERE bucket = in_bucket FOR UPDATE;
        EXIT WHEN FOUND;
    END LOOP;
    IF current + 1 > burst THEN
        RETURN (current + 1 - burst) * per;
    END IF;
    UPDATE rate_limit SET level = current + 1, at = now_at, ends_at = now_at + make_interval(secs => (current + 1) * per)
    WHERE bucket = in_bucket;
    RETURN 0;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION zabuni.try(in_bucket text, free int, longest float8) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    now_at timestamptz;
    b      slow_bucket;
    done   int;
BEGIN
    LOOP
        INSERT INTO slow_bucket VALUES (in_bucket, 0, '-infinity', '-infinity') ON CONFLICT DO NOTHING;
        SELECT * INTO b FROM slow_bucket WHERE bucket = in_bucket FOR UPDATE;
        EXIT WHEN FOUND;
    END LOOP;
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
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION zabuni.take(in_bucket text, burst float8, per float8) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    now_at  timestamptz := zabuni.clock();
    current float8;
BEGIN
    INSERT INTO rate_limit (bucket, level, at, ends_at) VALUES (in_bucket, 0, now_at, now_at) ON CONFLICT DO NOTHING;
    SELECT greatest(0, level - extract(epoch FROM now_at - at) / per) INTO current
    FROM rate_limit WHERE bucket = in_bucket FOR UPDATE;
    IF current + 1 > burst THEN
        RETURN (current + 1 - burst) * per;
    END IF;
    UPDATE rate_limit SET level = current + 1, at = now_at, ends_at = now_at + make_interval(secs => (current + 1) * per)
    WHERE bucket = in_bucket;
    RETURN 0;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION zabuni.try(in_bucket text, free int, longest float8) RETURNS float8 LANGUAGE plpgsql AS $$
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
-- +goose StatementEnd
