import { describe, expect, it } from 'vitest'
import { pointerOf } from './form.ts'

describe('a fault of who is asked', () => {
  const sent = { people: 2, suppliers: 1 }
  it.each([
    ['/attendees/1', 'people'],
    ['/attendees/2', 'suppliers'],
    ['/attendees/3', 'guests.0.email'],
    ['/attendees/4/name', 'guests.1.name'],
    ['/attendees', 'people'],
    ['/starts_at', 'starts_at'],
  ])('%s is shown at %s', (pointer, name) => {
    expect(pointerOf(pointer, sent)).toBe(name)
  })
})
