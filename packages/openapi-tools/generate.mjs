// Turns each server's committed OpenAPI document into the types its client is
// checked against; with --check it only says which of them are not current.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const api = join(dirname(fileURLToPath(import.meta.url)), '../api')
const cli = join(
  dirname(createRequire(import.meta.url).resolve('openapi-typescript/package.json')),
  'bin/cli.js',
)
const check = process.argv.includes('--check')
const out = check ? mkdtempSync(join(tmpdir(), 'api-')) : join(api, 'src')

try {
  for (const app of ['supplier', 'buyer', 'operator', 'contracts']) {
    const made = join(out, `${app}.gen.ts`)
    execFileSync(
      process.execPath,
      [cli, join(api, `${app}.openapi.json`), '-o', made, '--root-types'],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const committed = join(api, 'src', `${app}.gen.ts`)
    if (check && readFileSync(made, 'utf8') !== readFileSync(committed, 'utf8')) {
      console.error(`${committed} is not what ${app}.openapi.json says: make generate`)
      process.exitCode = 1
    }
  }
} finally {
  if (check) rmSync(out, { recursive: true })
}
