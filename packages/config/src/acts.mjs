// What changes something on the server stands in its domain's queries, beside the
// reads that it makes old; and every read is kept under a name of @zabuni/api/keys,
// so that whoever changes a thing reaches all that was read of it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const act = /\b\w+\.(?:POST|PUT|PATCH|DELETE)\(\s*['"`]/g
const ownKey = /\b\w+Key\s*[:=]\s*(?:\(\[|\[)\s*(?!\.\.\.)/g

/** What is wrong with a file of a package, by what it says. */
const faultsOf = (path, text) => {
  const name = path.split(sep).at(-1)
  const found = []
  if (!/(^|-)queries\.ts$/.test(name))
    for (const [call] of text.matchAll(act)) found.push(`${call}… belongs into queries.ts`)
  if (name !== 'keys.ts')
    for (const [key] of text.matchAll(ownKey))
      found.push(`${key}… is a key of its own: name it in @zabuni/api/keys`)
  return found
}

// The rule itself, on lines that nobody shall write, and on some that are right.
for (const [name, text, right] of [
  ['screen.tsx', "api.POST('/jobs', { body })", false],
  ['screen.tsx', "await buyer.DELETE(\n  '/jobs/{id}')", false],
  ['queries.ts', "api.POST('/jobs', { body })", true],
  ['notification-queries.ts', "api.POST('/jobs', { body })", true],
  ['screen.tsx', 'await createJob(body)', true],
  ['screen.tsx', "queryKey: ['jobs', id]", false],
  ['queries.ts', "const inboxKey = ['inbox'] as const", false],
  ['screen.tsx', 'invalidateQueries({ queryKey: [key] })', false],
  ['queries.ts', 'queryKey: [...keys.jobs, query]', true],
  ['screen.tsx', 'queryKey: keys.category(id)', true],
])
  if ((faultsOf(name, text).length === 0) !== right) throw new Error(`the rule on ${text} is wrong`)

const faults = []
let files = 0
const look = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', '.turbo', 'e2e', 'config'].includes(entry.name)) look(path)
      continue
    }
    if (!/\.tsx?$/.test(entry.name) || /\.(test|gen|d)\.tsx?$/.test(entry.name)) continue
    files++
    for (const why of faultsOf(path, readFileSync(path, 'utf8')))
      faults.push(`${relative(root, path)}: ${why}`)
  }
}
for (const folder of ['packages', 'apps']) look(join(root, folder))
if (files < 300) throw new Error(`only ${files} files were looked at`)
if (faults.length) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`acts: ${files} files, each act in its queries, each key by its name`)
