-- +goose Up
-- A message is admitted by the last part of its address. Whoever reads the inbox could have sent one: from here on the column has the
-- sum of that part alone.
UPDATE payment_callback SET token = encode(sha256(convert_to(token, 'UTF8')), 'hex');

-- +goose Down
SELECT 1; -- what was a token stays its sum
