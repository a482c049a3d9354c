import { expect, it } from 'vitest'
import { chosenOf } from './mails-chosen.ts'

const values = (more: Partial<Parameters<typeof chosenOf>[0]>) => ({
  areas: [],
  stopped: false,
  quiet_from: '',
  quiet_until: '',
  summary_at: '7',
  ...more,
})

it('has both ends of the quiet hours or none', () => {
  expect(chosenOf(values({}), {})).toEqual({ areas: [], stopped: false, summary_at: 7 })
  expect(chosenOf(values({ quiet_from: '22', quiet_until: '0' }), {})).toEqual({
    areas: [],
    stopped: false,
    quiet_from: 22,
    quiet_until: 0,
    summary_at: 7,
  })
})

it('sends one end alone, which is refused at the other, as long as that is shown', () => {
  expect(chosenOf(values({ quiet_from: '22' }), {}).quiet_from).toBe(22)
})

it('does not ask for an hour that is hidden from who wants no mails', () => {
  const stopped = values({ stopped: true, quiet_from: '22' })
  expect(chosenOf(stopped, {})).toEqual({ areas: [], stopped: true, summary_at: 7 })
  expect(chosenOf(stopped, { quiet_from: 20, quiet_until: 6 })).toMatchObject({
    quiet_from: 20,
    quiet_until: 6,
  })
})
