// WCAG 2.2 contrast of every token pair the components use, in both themes.
// Text needs 4.5; control borders, focus rings and marks of a chart need 3.
import { readFileSync } from 'node:fs'

const css = readFileSync(new URL('../../ui/src/tokens.css', import.meta.url), 'utf8')
const tokens = (block) =>
  Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]),
  )
const block = (from) => css.slice(css.indexOf(from), css.indexOf('/* end */', css.indexOf(from)))
const light = tokens(block('@theme static'))
const chosen = tokens(block('/* dark: chosen */'))
const system = tokens(block('/* dark: system */'))
const themes = { light, dark: { ...light, ...chosen } }

const lin = (c) => {
  const v = c / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}
const lum = (h) => {
  const n = Number.parseInt(h.slice(1), 16)
  return 0.2126 * lin(n >> 16) + 0.7152 * lin((n >> 8) & 255) + 0.0722 * lin(n & 255)
}
const ratio = (a, b) => {
  const [x, y] = [lum(a), lum(b)].sort((p, q) => q - p)
  return (x + 0.05) / (y + 0.05)
}
const pairs = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((f) =>
    ['surface', 'canvas', 'sunken', 'raised'].map((b) => [f, b, 4.5]),
  ),
  ...['brand', 'brand-hover', 'brand-press', 'bad', 'bad-hover'].map((b) => [
    'ink-inverse',
    b,
    4.5,
  ]),
  ...['surface', 'canvas', 'sunken', 'raised', 'brand-soft'].map((b) => ['brand', b, 4.5]),
  ...['ok', 'warn', 'bad', 'info'].flatMap((f) => [
    [f, `${f}-soft`, 4.5],
    [f, 'surface', 4.5],
    [f, 'raised', 4.5],
  ]),
  ['ink', 'brand-soft', 4.5],
  ['control', 'surface', 3],
  ['control', 'raised', 3],
  ...[1, 2, 3, 4, 5].map((n) => [`chart-${n}`, 'surface', 3]),
]
let failures = 0
for (const [theme, t] of Object.entries(themes)) {
  for (const [f, b, need] of pairs) {
    const r = t[f] && t[b] ? ratio(t[f], t[b]) : 0
    if (r >= need) continue
    failures++
    console.error(`${theme}: ${f} on ${b} is ${r.toFixed(2)}, needs ${need}`)
  }
}
if (JSON.stringify(chosen) !== JSON.stringify(system)) {
  failures++
  console.error('The dark theme by choice and by system preference differ')
}
if (Object.keys(light).some((name) => !(name in chosen))) {
  failures++
  console.error(
    'Dark lacks:',
    Object.keys(light)
      .filter((name) => !(name in chosen))
      .join(', '),
  )
}
if (!failures)
  console.log(`${pairs.length} pairs pass in each of ${Object.keys(themes).length} themes`)
process.exit(failures ? 1 : 0)
