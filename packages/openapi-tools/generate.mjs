// Turns each server's committed OpenAPI document into the types its client is
// checked against; with --check it only says which of them are not current.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import ts from 'typescript'

const api = join(dirname(fileURLToPath(import.meta.url)), '../api')
const check = process.argv.includes('--check')

// Bytes travel as they are: what the document calls a binary string is a Blob in a browser.
const BLOB = ts.factory.createTypeReferenceNode('Blob')
const transform = (schema) => (schema.format === 'binary' ? BLOB : undefined)

for (const app of ['supplier', 'buyer', 'operator', 'contracts']) {
  const document = join(api, `${app}.openapi.json`)
  const tree = await openapiTS(pathToFileURL(document), {
    rootTypes: true,
    transform,
    silent: true,
  })
  const made = COMMENT_HEADER + astToString(tree)
  const committed = join(api, 'src', `${app}.gen.ts`)
  if (!check) writeFileSync(committed, made)
  else if (readFileSync(committed, 'utf8') !== made) {
    console.error(`${committed} is not what ${app}.openapi.json says: make generate`)
    process.exitCode = 1
  }
}
