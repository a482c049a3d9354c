-- +goose Up
-- What tells of a payment names what was paid for; what was told before has its number for it.
UPDATE notification SET params = params || jsonb_build_object('purpose', params ->> 'number')
    WHERE kind IN ('payment.completed', 'payment.free') AND NOT params ? 'purpose';

-- +goose Down
UPDATE notification SET params = params - 'purpose' WHERE kind IN ('payment.completed', 'payment.free');
