import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The accessibility checker, to be run inside a page. */
export const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * What axe judges of a page, without what it does not: each element with what gives it a role, a state, a name or a
 * look, but of texts, addresses, numbers and references only whether they are there. Rows and entries that are built
 * alike stand for one. Two parts, the frame and what stands in it. Runs in the page.
 */
export const shape = () => {
  const REFERENCES = /^(for|aria-(labelledby|describedby|controls|owns|activedescendant|details))$/
  const TEXTS =
    /^(aria-label|aria-description|title|alt|placeholder|href|src|value|content|name|datetime|min|max)$/
  const ALIKE = new Set(['TBODY', 'UL', 'OL', 'DL', 'SELECT', 'DATALIST'])
  const LANDMARKS = new Set(['NAV', 'MAIN', 'HEADER', 'FOOTER', 'ASIDE', 'SECTION', 'FORM'])
  const ids = new Set()
  const landmarks = new Set()
  // What must be there once, or once by its name, is told apart however alike it is built.
  const again = new Set()
  const said = (e) => e.textContent?.trim().toLowerCase() ?? ''
  const value = (e, { name, value }) => {
    if (REFERENCES.test(name))
      return value
        .split(/\s+/)
        .map((id) => {
          const to = document.getElementById(id)
          return to ? Number(said(to) !== '') : '-'
        })
        .join('')
    // What is heard and what is read may differ in words, as long as one holds the other.
    if (name === 'aria-label')
      return `${value.trim() !== ''} ${value.toLowerCase().includes(said(e))}`
    if (TEXTS.test(name)) return value.trim() !== ''
    if (name === 'style') return value.replace(/[\d.]+(px|%|rem|em|s|ms)/g, '$1')
    // Where something stands in a row of many, and how full it is.
    if (
      /^aria-(posinset|setsize|rowindex|rowcount|valuenow|valuetext|valuemax|valuemin)$/.test(name)
    )
      return ''
    return value
  }
  const told = (e) => {
    if (e.id) {
      if (ids.has(e.id)) again.add('id')
      ids.add(e.id)
    }
    if (LANDMARKS.has(e.tagName)) {
      const by = document.getElementById(e.getAttribute('aria-labelledby'))
      const name = `${e.tagName} ${e.ariaLabel ?? by?.textContent ?? ''}`
      if (landmarks.has(name)) again.add(e.tagName)
      landmarks.add(name)
    }
    const all = [...e.attributes]
      .filter(({ name }) => name !== 'id' && !/^data-(path|key|id|testid|label|value)$/.test(name))
      .map((a) => `${a.name}=${value(e, a)}`)
      .sort()
    const head = `${e.localName}${e === document.activeElement ? '!' : ''}[${all.join(' ')}]`
    if (e.localName === 'script' || e.localName === 'style') return ''
    // One drawn sign is as good as another.
    if (e.localName === 'svg' && e.classList.contains('lucide'))
      return `svg[${e.ariaHidden} ${e.role} ${e.ariaLabel?.trim() !== ''}]`
    if (e === content) return head
    let within = []
    for (const child of e.childNodes) {
      let one = ''
      if (child.nodeType === Node.ELEMENT_NODE) one = told(child)
      else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) one = 'x'
      if (one && one !== within.at(-1)) within.push(one)
    }
    if (ALIKE.has(e.tagName)) within = [...new Set(within)].sort()
    return `${head}{${within.join(',')}}`
  }
  const content = document.getElementById('content')
  const frame = told(document.documentElement)
  const within = [...(content?.children ?? [])].map(told).join(',')
  const look = [...document.documentElement.attributes].map((a) => `${a.name}=${a.value}`)
  const about = `${innerWidth} ${look.join(' ')} ${document.title !== ''} ${[...again].sort()}`
  return [frame, within].map((part) => `${about} ${part}`)
}

// Journeys of one run share what they know: a file for each shape in which nothing is wrong.
const folder = process.env.ZABUNI_E2E_DATA && join(process.env.ZABUNI_E2E_DATA, 'judged')
const known = new Set()
const nameOf = (part) => createHash('sha1').update(part).digest('hex')

/** Whether axe has found nothing wrong with each part of a page of this shape. */
export const isJudged = (parts) =>
  parts.map(nameOf).every((name) => {
    if (!known.has(name) && folder && existsSync(join(folder, name))) known.add(name)
    return known.has(name)
  })

/** Axe has found nothing wrong with a page of this shape. */
export const judged = (parts) => {
  for (const name of parts.map(nameOf)) {
    known.add(name)
    if (!folder) continue
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), '')
  }
}
