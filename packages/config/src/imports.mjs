// Which workspace may import which: ground, then domains, then boot, then
// applications. A domain that needs another's screen gets it as a slot or a link,
// never by import, so that each can be read and changed alone.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const ground = {
  i18n: [],
  api: [],
  ui: ['i18n'],
  routing: ['i18n', 'api', 'ui'],
  activities: ['i18n', 'api', 'ui', 'routing'],
}
const between = ['tasks', 'letters'] // the two that domains meet in
const tools = ['config', 'e2e', 'openapi-tools']
const isApp = (name) => name.startsWith('apps/')
const isDomain = (name) =>
  !(name in ground) && !tools.includes(name) && name !== 'boot' && !isApp(name)

/** Why a workspace may not import another, or nothing when it may. */
const refusal = (from, to) => {
  if (from === to) return
  if (isApp(to)) return 'nothing imports an application'
  if (tools.includes(to)) return 'tools are for building and testing'
  if (from in ground)
    return ground[from].includes(to) ? undefined : `${from} is the ground that others stand on`
  if (tools.includes(from)) return 'tools know no product code'
  if (to in ground || isApp(from)) return
  if (to === 'boot') return 'only applications are booted'
  if (from === 'boot') return
  if (!between.includes(from) && !between.includes(to)) return 'domains do not import each other'
}

// Both name where they lead: a package by its name, a path out of its own folder.
const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bvi\.mock\(\s*)['"]([^'"]+)['"]/g
const imports = (text) => [...text.matchAll(pattern)].map((m) => m[1])

const workspace = (path) => {
  const [top, name] = relative(root, path).split(sep)
  if (top === 'packages') return name
  if (top === 'apps') return `apps/${name}`
}

const target = (file, specifier) => {
  if (specifier.startsWith('.')) return workspace(resolve(dirname(file), specifier))
  const [, name] = /^@zabuni\/([^/]+)/.exec(specifier) ?? []
  return name?.startsWith('app-') ? `apps/${name.slice(4)}` : name
}

// The rule itself, on imports that nobody shall write.
for (const [from, to, allowed] of [
  ['sourcing', 'payments', false],
  ['evaluation', 'sourcing', false],
  ['activities', 'sourcing', false],
  ['routing', 'activities', false],
  ['ui', 'sourcing', false],
  ['ui', 'routing', false],
  ['apps/buyer', 'apps/supplier', false],
  ['people', 'apps/buyer', false],
  ['people', 'boot', false],
  ['account', 'e2e', false],
  ['account', 'tasks', true],
  ['letters', 'sourcing', true],
  ['evaluation', 'activities', true],
  ['apps/buyer', 'people', true],
  ['boot', 'account', true],
])
  if (!refusal(from, to) !== allowed) throw new Error(`the rule on ${from} -> ${to} is wrong`)

/** What a workspace says that it is made of: a build that is kept is made again when one of them changes, and no other. */
const declared = new Map()
const declares = (from, name) => {
  if (!declared.has(from)) {
    const at = join(root, isApp(from) ? from : `packages/${from}`, 'package.json')
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(at, 'utf8'))
    declared.set(from, { ...dependencies, ...devDependencies })
  }
  return `@zabuni/${name}` in declared.get(from)
}

const faults = []
const edges = new Map()
let files = 0
const look = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', '.turbo'].includes(entry.name)) look(path)
      continue
    }
    if (!/\.(tsx?|mjs)$/.test(entry.name) || entry.name.endsWith('.d.ts')) continue
    files++
    const from = workspace(path)
    for (const specifier of imports(readFileSync(path, 'utf8'))) {
      const to = target(path, specifier)
      const where = `${relative(root, path)} imports ${specifier}`
      if (!to || to === from || tools.includes(from)) continue
      // A test compares with another's files; a configuration takes the tools'.
      if (/\.test\.tsx?$/.test(entry.name) && specifier.startsWith('.')) continue
      if (/^vite\.config\./.test(entry.name) && to === 'config') continue
      const why = specifier.startsWith('.')
        ? 'a package is imported by its name'
        : (refusal(from, to) ??
          (declares(from, to) ? undefined : `package.json of ${from} does not name it`))
      if (why) faults.push(`${where}: ${why}`)
      if (isDomain(from) && isDomain(to)) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
}
for (const folder of ['packages', 'apps/supplier', 'apps/buyer', 'apps/operator', 'apps/contracts'])
  look(join(root, folder))

const walk = (name, path = []) => {
  if (path.includes(name)) return faults.push(`a circle: ${[...path, name].join(' -> ')}`)
  for (const next of edges.get(name) ?? []) walk(next, [...path, name])
}
for (const name of edges.keys()) walk(name)

if (files < 200) faults.push(`only ${files} files were looked at`)
for (const fault of faults) console.error(fault)
console.log(`imports: ${files} files, ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)
