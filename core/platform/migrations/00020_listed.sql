-- +goose Up
-- The one place that says what stands in a supplier's lists of what is open: what may be read is more than what may be bid for,
-- which entry decides. It is one expression, so that the planner takes it apart and finds category_open.
-- +goose StatementBegin
CREATE FUNCTION zabuni.listed(c category, in_invited boolean, in_now timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT c.status = 'open' AND c.opens_at <= in_now AND c.closes_at > in_now AND (NOT c.invited_only OR in_invited)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION zabuni.listed(category, boolean, timestamptz) TO zabuni_app;

-- +goose Down
DROP FUNCTION zabuni.listed(category, boolean, timestamptz);
