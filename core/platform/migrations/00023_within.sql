-- +goose Up
-- The one place that says when a moment lies in a period of whole days: from the first midnight of a zone to the one after the
-- last day, which is no part of it. An end that is null is open. They are expressions, so that the planner takes them apart and
-- what has no end costs nothing.
-- +goose StatementBegin
CREATE FUNCTION zabuni.within(at timestamptz, first date, last date, zone text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT (first IS NULL OR at >= first::timestamp AT TIME ZONE zone) AND (last IS NULL OR at < (last + 1)::timestamp AT TIME ZONE zone)
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION zabuni.within(day date, first date, last date) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT (first IS NULL OR day >= first) AND (last IS NULL OR day <= last)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION zabuni.within(timestamptz, date, date, text), zabuni.within(date, date, date) TO zabuni_app;

-- +goose Down
DROP FUNCTION zabuni.within(timestamptz, date, date, text);
DROP FUNCTION zabuni.within(date, date, date);
