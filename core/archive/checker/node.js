// node check.mjs [KEY]: checks the unpacked bundle that this file lies in.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join as at, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
const folder = dirname(fileURLToPath(import.meta.url))
const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((e) => !e.isDirectory())
  .map((e) => relative(folder, at(e.parentPath ?? e.path, e.name)).split(sep).join('/'))
const own = readFileSync(at(folder, 'key.txt'), 'utf8').trim()
const said = process.argv[2] ?? own
const got = await checkBundle(said, names, async (name) => readFileSync(at(folder, name)))
if (!process.argv[2]) console.log('The key is the bundle\'s own: compare it with the one that the platform publishes.')
for (const fault of got.faults) console.log(`REFUSED: ${fault}`)
if (got.faults.length) process.exitCode = 1
else console.log(`genuine: job ${got.job}, ${got.files} files, ${got.receipts} receipts, ${got.closings} closings, made ${got.made}`)
