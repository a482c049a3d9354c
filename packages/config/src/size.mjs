// First load of each app: what index.html asks for before anything else. Fails over budget.
import { existsSync, readFileSync, statSync } from 'node:fs'

const BUDGET = { js: 90_000, css: 14_000 }
let over = false
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
  }
  over ||= row['js brotli'] > BUDGET.js || row['css brotli'] > BUDGET.css
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
if (over) console.error(`Over budget: ${BUDGET.js} bytes of script or ${BUDGET.css} of style`)
process.exit(over ? 1 : 0)
