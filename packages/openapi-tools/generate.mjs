// Turns each server's committed OpenAPI document into the types its client is checked against.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const api = join(dirname(fileURLToPath(import.meta.url)), '../api')
const cli = join(
  dirname(createRequire(import.meta.url).resolve('openapi-typescript/package.json')),
  'bin/cli.js',
)

for (const app of ['supplier', 'buyer', 'operator', 'contracts'])
  execFileSync(
    process.execPath,
    [cli, join(api, `${app}.openapi.json`), '-o', join(api, `src/${app}.gen.ts`), '--root-types'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
