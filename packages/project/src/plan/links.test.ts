import { describe, expect, it } from 'vitest'
import { linksText, readLinks } from './links.ts'

describe('for what a task waits', () => {
  it('is written shortly and read back', () => {
    const links = [
      { task: 3, lag: 0 },
      { task: 5, lag: 2 },
    ]
    expect(linksText(links)).toBe('3; 5+2')
    expect(readLinks('3; 5+2')).toEqual(links)
  })

  it('is read as people type it', () => {
    const both = [
      { task: 3, lag: 0 },
      { task: 5, lag: 2 },
    ]
    for (const text of ['3;5+2', '3, 5 + 2', ' 3 5+2 ', '3;;5 +2;'])
      expect(readLinks(text)).toEqual(both)
    expect(readLinks('')).toEqual([])
  })

  it('is nothing where it cannot be read', () => {
    for (const text of ['soon', '3+', '+2', '3-1', '3+1+1', '12345', '3+1000'])
      expect(readLinks(text)).toBeNull()
  })
})
