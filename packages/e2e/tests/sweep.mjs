import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { axeSource, isJudged, judged, shape } from './judged.mjs'

const root = join(import.meta.dirname, '../../..')
const locales = join(root, 'packages/i18n/src/locales')
const read = (language, name) => JSON.parse(readFileSync(join(locales, language, name), 'utf8'))

// What a key begins with; a text like "areas.thing" that begins so was never translated.
const HEADS = [
  ...new Set(readdirSync(join(locales, 'en')).flatMap((name) => Object.keys(read('en', name)))),
]

/** How a screen is looked at: width and language. */
export const LOOKS = [
  { name: '1440 en', language: 'en', viewport: { width: 1440, height: 900 } },
  { name: '390 am', language: 'am', viewport: { width: 390, height: 844 } },
].map((look) => {
  const { errors } = read(look.language, 'common.json')
  return { ...look, errors, failed: [errors.chunkTitle, errors.unexpectedTitle] }
})

// Counts the calls under way, so that a screen at rest is told from one that still reads.
const countCalls = () => {
  const fetch = window.fetch.bind(window)
  window.calls = 0
  window.fetch = (...args) => {
    const url = String(args[0]?.url ?? args[0])
    if (url.includes('/live')) return fetch(...args)
    window.calls++
    return fetch(...args).finally(() => {
      window.calls--
    })
  }
}

/** A page that notes all that goes wrong on it. */
export const watch = async (context) => {
  const page = await context.newPage()
  const noted = []
  page.on('pageerror', (e) => noted.push(String(e)))
  page.on('console', (m) => {
    if (m.type() === 'error') noted.push(`console: ${m.text()}`)
  })
  page.on('response', (r) => {
    if (r.status() >= 400)
      noted.push(`${r.status()} ${r.request().method()} ${new URL(r.url()).pathname}`)
  })
  await page.addInitScript(countCalls)
  return { page, noted }
}

/** Shows the page in a look; the document is read anew. */
export const wear = async (page, look, address) => {
  await page.setViewportSize(look.viewport)
  await page.evaluate((l) => localStorage.setItem('zabuni.language', l), look.language)
  await page.goto(address)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', look.language)
  await page.evaluate(axeSource)
}

// Axe tells what is wrong with the screen as it stands, unless it has judged one of this shape.
const faults = async (page) => {
  const of = await page.evaluate(shape)
  if (isJudged(of)) return []
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
    return violations.map(
      (v) => `axe ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`,
    )
  })
  if (!found.length && String(of) === String(await page.evaluate(shape))) judged(of)
  return found
}

// Runs in the page: goes there, and reads what is drawn once it is the new screen's. The frame of who is signed in
// says whose the screen is that stands in it; elsewhere the way goes by another screen, with another title.
const look = async ({ to, by, heads }) => {
  const frame = () => new Promise((done) => setTimeout(done, 16))
  const go = (href) => {
    history.pushState(null, '', href)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }
  const title = () => document.querySelector('h1')?.textContent?.trim()
  const drawn = () => document.getElementById('content')?.dataset.path
  const busy = () =>
    window.calls > 0 || document.querySelector('.skeleton, [aria-busy="true"]') !== null
  const until = async (rests, frames = 3) => {
    const end = Date.now() + 15_000
    for (let calm = 0; calm < frames; calm = rests() ? calm + 1 : 0) {
      if (Date.now() > end) return false
      await frame()
    }
    return true
  }
  const framed = drawn() !== undefined && drawn() !== new URL(to, location.origin).pathname
  if (!framed && location.pathname !== by) {
    const before = title()
    go(by)
    if (!(await until(() => title() && title() !== before, 1)))
      return { wrong: [`the way by ${by} does not lead there`] }
  }
  const before = title()
  const another = () => (framed ? drawn() === location.pathname : title() !== before)
  go(to)
  const wrong = []
  if (!(await until(() => title() && another() && !busy())))
    wrong.push(another() ? 'does not come to rest' : 'no title of its own')
  const text = `${document.body.innerText}\n${[
    ...document.querySelectorAll('[aria-label], [placeholder], [title]'),
  ]
    .map((e) => ['aria-label', 'placeholder', 'title'].map((a) => e.getAttribute(a)).join('\n'))
    .join('\n')}`
  const keys = [...text.matchAll(/(?<![\w@/.-])(?:\w+:)?([a-z]\w*)(?:\.\w+)+(?![\w@/-])/g)].filter(
    (m) => heads.includes(m[1]),
  )
  if (keys.length) wrong.push(`keys: ${[...new Set(keys.map((m) => m[0]))].join(' ')}`)
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) {
    const widest = [...document.querySelectorAll('#root *')]
      .filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
      .map((e) => `${e.tagName.toLowerCase()}.${e.className}`.slice(0, 80))
    wrong.push(`scrolls sideways: ${scrollWidth} px; ${widest.slice(-1)}`)
  }
  // At a desk nobody scrolls a table to find what can be done with its rows.
  for (const button of innerWidth > 1024 ? document.querySelectorAll('#content td button') : []) {
    const frame = button.closest('section.overflow-auto')?.getBoundingClientRect()
    const { right, width } = button.getBoundingClientRect()
    if (frame && width && right > frame.right + 1) {
      wrong.push(`cut off: ${(button.ariaLabel ?? button.textContent).slice(0, 60)}`)
      break
    }
  }
  return { title: title(), text, wrong, at: location.pathname }
}

/** Opens one screen and tells what is wrong with it. */
export const open = async ({ page, noted }, { to, by, axe, own = false, leads }, worn) => {
  noted.length = 0
  const seen = await page.evaluate(look, { to, by, heads: HEADS })
  const wrong = [...seen.wrong, ...(axe ? await faults(page) : []), ...noted]
  const { errors, failed } = worn
  if (!own && [errors.permissionTitle, errors.notFoundTitle].includes(seen.title))
    wrong.push(`is “${seen.title}”`)
  for (const words of failed) if (seen.text?.includes(words)) wrong.push(`says “${words}”`)
  const there = leads?.test(seen.at) ?? seen.at === new URL(to, 'http://x').pathname
  if (to !== '/' && seen.at && !there) wrong.push(`leads to ${seen.at}`)
  return wrong.map((w) => `${to} [${worn.name}${axe ? ', axe' : ''}] ${w}`)
}
