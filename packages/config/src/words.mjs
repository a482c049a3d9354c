// Words that nobody reads: every key of the English catalogue must be named by the
// code, as it stands, by a template or a closed union that leads to it, or as a code
// that the server may answer. What only looks like a key keeps one alive: better one
// too many than a sentence that is missing.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'

const ANYTHING = Symbol('anything')

/** Every key below a catalogue, plural forms as the one key that code names. */
const keysOf = (tree, before = '') =>
  Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value !== 'string') return keysOf(value, `${before}${key}.`)
    const [, one] = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key) ?? []
    return [before + (one && `${one}_other` in tree ? one : key)]
  })

/** What an expression may be: lists of parts, each a text or anything. */
const possible = (node, constants, used) => {
  const within = (inner) => possible(inner, constants, used)
  switch (node?.type) {
    case 'Literal':
      return [[String(node.value)]]
    case 'TemplateLiteral': {
      let all = [[]]
      node.quasis.forEach((quasi, i) => {
        const next = node.expressions[i] ? within(node.expressions[i]) : [[]]
        all = all.flatMap((one) => next.map((more) => [...one, quasi.value.cooked, ...more]))
      })
      return all
    }
    case 'BinaryExpression':
      return within(node.left).flatMap((a) => within(node.right).map((b) => [...a, ...b]))
    case 'ConditionalExpression':
      return [...within(node.consequent), ...within(node.alternate)]
    case 'LogicalExpression':
      return [...within(node.left), ...within(node.right)]
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return within(node.expression)
    case 'TSAsExpression': {
      // a union says what may be; a single text is what the compiler was told
      const { types = [] } = node.typeAnnotation
      const closed = types.length > 1 && types.every((one) => one.type === 'TSLiteralType')
      return closed ? types.map((one) => [String(one.literal.value)]) : within(node.expression)
    }
    case 'Identifier': {
      const value = constants.get(node.name)
      if (!value) return [[ANYTHING]]
      used.add(value)
      return possible(value, new Map(), used)
    }
    default:
      return [[ANYTHING]]
  }
}

const walk = (node, visit) => {
  if (!node || typeof node !== 'object') return
  if (node.type) visit(node)
  for (const child of Object.values(node)) walk(child, visit)
}

const isText = (node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const pattern = (parts) => parts.map((part) => (part === ANYTHING ? '.+' : literal(part))).join('')

/** Reads one file: name is called with a namespace ('' for any) and the pattern of a key. */
const read = (file, text, name) => {
  const { program } = parseSync(file, text)
  const translators = new Map() // what the file calls one, and its namespaces
  const constants = new Map()
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator' || !node.init) return
    if (node.id.type === 'Identifier') constants.set(node.id.name, node.init)
    if (node.init.callee?.name !== 'useTranslation' || node.id.type !== 'ObjectPattern') return
    const [first] = node.init.arguments
    const spaces = first?.type === 'ArrayExpression' ? first.elements : [first]
    const own = node.id.properties.find((one) => one.key?.name === 't')?.value.name
    const before = translators.get(own) ?? []
    translators.set(own, [...before, ...spaces.map((one) => one?.value ?? 'common')])
  })

  const asked = new Set() // texts that are keys for sure, with all that is in them
  const ask = (node, spaces) => {
    asked.add(node)
    for (const parts of possible(node, constants, asked)) {
      const key = pattern(parts)
      if (parts.every((part) => part === ANYTHING)) continue
      for (const space of key.includes(':') ? [''] : spaces) name(space, key)
    }
  }
  walk(program, (node) => {
    if (node.type === 'JSXAttribute' && node.name.name === 'i18nKey')
      ask(node.value.expression ?? node.value, [''])
    if (node.type !== 'CallExpression' || !node.arguments[0]) return
    const called = node.callee.name ?? node.callee.property?.name
    if (called !== 't' && !translators.has(called)) return
    const options = node.arguments[1]?.properties ?? []
    const space = options.find((one) => one.key?.name === 'ns')?.value?.value
    ask(node.arguments[0], space ? [space] : (translators.get(called) ?? ['']))
  })

  const settled = new Set()
  for (const node of asked) walk(node, (inner) => settled.add(inner))
  walk(program, (node) => {
    if (node.type.startsWith('Import')) settled.add(node.source)
    if (settled.has(node) || !isText(node)) return
    for (const parts of possible(node, constants, new Set()))
      if (parts.some((part) => part !== ANYTHING && /\w\./.test(part))) name('', pattern(parts))
  })
}

/** The keys of the catalogues (by namespace) that neither the code (by path) nor the server's codes name. */
export const unnamed = (catalogues, code, codes) => {
  const named = new Map(Object.keys(catalogues).map((space) => [space, new Set()]))
  named.set('', new Set())
  for (const [path, text] of Object.entries(code))
    read(path, text, (space, key) => named.get(space)?.add(key))
  // the figures of a sentence stand behind its code
  for (const one of codes)
    for (const figures of ['', '_min', '_max', '_min_max'])
      named.get('errors')?.add(literal(one + figures))

  return Object.entries(catalogues).flatMap(([space, tree]) => {
    const patterns = [...named.get(space), ...named.get('')]
    const any = new RegExp(
      `^(?:${patterns.filter((one) => one.includes('.+')).join('|') || '$.'})$`,
    )
    const texts = new Set(patterns)
    return [...new Set(keysOf(tree))]
      .map((key) => [key, `${space}:${key}`])
      .filter((ways) => !ways.some((one) => texts.has(literal(one)) || any.test(one)))
      .map(([, whole]) => whole)
  })
}

const root = join(import.meta.dirname, '../../..')
const files = (folder, wanted) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && wanted.test(one.name))
    .map((one) => join(one.parentPath, one.name))
const texts = (paths) => paths.map((path) => [path, readFileSync(path, 'utf8')])

if (process.argv[1] === import.meta.filename) {
  const catalogues = texts(files('packages/i18n/src/locales/en', /\.json$/))
  const code = ['packages', 'apps']
    .flatMap((top) => readdirSync(join(root, top)).map((one) => join(top, one)))
    .filter((workspace) => readdirSync(join(root, workspace)).includes('src'))
    .flatMap((workspace) => files(join(workspace, 'src'), /(?<!\.test|\.d)\.tsx?$/))
  const codes = texts(files('core', /(?<!_test)\.go$/)).flatMap(([, text]) =>
    [...text.matchAll(/"([a-z_]+(?:\.[a-z0-9_]+)*)"/g)].map(([, one]) => one),
  )
  const english = Object.fromEntries(
    catalogues.map(([path, t]) => [basename(path, '.json'), JSON.parse(t)]),
  )
  // a code's sentence may be one activity's own: sourcing.not_invited_rfq
  const own = Object.keys(english.activities.words)
  const dead = unnamed(
    english,
    Object.fromEntries(texts(code)),
    codes.flatMap((one) => [one, ...own.map((activity) => `${one}_${activity}`)]),
  )
  for (const key of dead) console.error(`no code names ${key}`)
  if (dead.length > 0) process.exit(1)
}
