// First load of each app: what index.html asks for before anything else. Fails over budget.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'

// Files: of the worst screen, beside the first load. On a slow line each costs more than what is in it.
const BUDGET = { js: 90_000, css: 14_000, files: 60 }
let over = false

/** How many files the screen that asks for most of them needs beside what is there already. */
const most = (folder, first) => {
  const imports = new Map()
  for (const name of readdirSync(folder))
    if (name.endsWith('.js')) {
      const text = readFileSync(new URL(name, folder), 'utf8')
      const found = text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)
      imports.set(name, [...new Set([...found].map((m) => m[1]))])
    }
  const needs = (...names) => {
    const all = new Set(names)
    for (const name of all) for (const next of imports.get(name) ?? []) all.add(next)
    return all
  }
  const there = needs(...first)
  const more = (name) => [...needs(name)].filter((file) => !there.has(file)).length
  return Math.max(...[...imports.keys()].map(more))
}

const rows = []
for (const app of ['supplier', 'buyer', 'operator', 'contracts']) {
  const dist = new URL(`../../../apps/${app}/dist/`, import.meta.url)
  const html = readFileSync(new URL('index.html', dist), 'utf8')
  const files = [
    ...new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((m) => m[1])),
  ]
  const size = (f, ext) => {
    const u = new URL(f + ext, dist)
    return statSync(existsSync(u) ? u : new URL(f, dist)).size
  }
  const sum = (kind, ext) =>
    files.filter((f) => f.endsWith(kind)).reduce((n, f) => n + size(f, ext), 0)
  const row = {
    app,
    requests: files.length,
    'js raw': sum('.js', ''),
    'js gzip': sum('.js', '.gz'),
    'js brotli': sum('.js', '.br'),
    'css brotli': sum('.css', '.br'),
    'most files': most(
      new URL(`assets/${app}/`, dist),
      files.filter((f) => f.endsWith('.js')).map((f) => f.split('/').at(-1)),
    ),
  }
  over ||=
    row['js brotli'] > BUDGET.js ||
    row['css brotli'] > BUDGET.css ||
    row['most files'] > BUDGET.files
  rows.push(row)
}
if (process.argv.includes('--bench')) {
  // as `go test -bench` prints, for the table of `make bench`: the budget is the floor
  const budget = BUDGET.js / 1000
  for (const r of rows) {
    const js = r['js brotli'] / 1000
    console.log(
      `BenchmarkFirstLoad/${r.app} 1 ${js} kB ${budget} floor-kB ${js / budget} ratio 1 goal-most`,
    )
  }
  process.exit(0)
}
console.table(rows)
if (over)
  console.error(
    `Over budget: ${BUDGET.js} bytes of script, ${BUDGET.css} of style, ${BUDGET.files} files of a screen`,
  )
process.exit(over ? 1 : 0)
