import { expect, it } from 'vitest'
import { shown } from './notification-text.ts'

it('shows moments in the zone that they are meant in', () => {
  expect(
    shown({
      category: 'Pumps',
      closes_at: '2026-11-25T12:00:00Z',
      was_at: '2026-11-24T12:30:15.5Z',
      zone: 'Africa/Nairobi',
    }),
  ).toEqual({
    category: 'Pumps',
    closes_at: '25-11-2026 03:00 PM GMT+3',
    was_at: '24-11-2026 03:30 PM GMT+3',
  })
})

it('leaves what is no moment as it came', () => {
  expect(shown({ at: '2026-11-25', reply_by: '01-12-2026' })).toEqual({
    at: '2026-11-25',
    reply_by: '01-12-2026',
  })
})
