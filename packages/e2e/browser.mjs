// Answers a Chromium to drive: the one named, Playwright's own, the system's, or the one inside npm's
// @sparticuz/chromium. That package's own unpacking reuses whatever lies in the temporary folder, so it is
// unpacked here, into a folder that carries its version.
import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'

const require = createRequire(import.meta.url)
const RUN_LIMIT_MS = 20_000

const works = (path, env) => {
  if (!path || !existsSync(path)) return false
  // Chrome on Windows does not print its version.
  if (process.platform === 'win32') return true
  try {
    execFileSync(path, ['--version', '--no-sandbox'], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
      timeout: RUN_LIMIT_MS,
    })
    return true
  } catch {
    return false
  }
}

const installed = () => {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  if (process.platform === 'win32')
    return [process.env.ProgramFiles, process.env['ProgramFiles(x86)']]
      .filter(Boolean)
      .flatMap((root) => [
        join(root, 'Google/Chrome/Application/chrome.exe'),
        join(root, 'Microsoft/Edge/Application/msedge.exe'),
      ])
  const names = [
    'chromium',
    'google-chrome-stable',
    'google-chrome',
    'chromium-browser',
    'microsoft-edge',
  ]
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(existsSync)
}

const packageRoot = (name) => {
  let folder = dirname(require.resolve(name))
  while (!existsSync(join(folder, 'package.json')) || !existsSync(join(folder, 'bin')))
    folder = dirname(folder)
  return folder
}

const fromPackage = async () => {
  const from = packageRoot('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const to = resolve(from, `../../.cache/zabuni-chromium-${version}`)
  const found = {
    how: `@sparticuz/chromium ${version}`,
    executablePath: join(to, 'chromium'),
    env: { LD_LIBRARY_PATH: join(to, 'lib'), FONTCONFIG_PATH: join(to, 'fonts') },
  }
  if (!existsSync(found.executablePath)) {
    const half = `${to}.${process.pid}`
    mkdirSync(half, { recursive: true })
    await pipeline(
      createReadStream(join(from, 'bin/chromium.br')),
      createBrotliDecompress({ chunkSize: 1 << 20 }),
      createWriteStream(join(half, 'chromium'), { mode: 0o755 }),
    )
    for (const name of ['al2023', 'fonts', 'swiftshader']) {
      const tar = join(half, `${name}.tar`)
      writeFileSync(tar, brotliDecompressSync(readFileSync(join(from, `bin/${name}.tar.br`))))
      execFileSync('tar', ['--no-same-owner', '-xf', tar, '-C', half])
      rmSync(tar)
    }
    try {
      renameSync(half, to)
    } catch {
      // Another run unpacked it meanwhile.
      rmSync(half, { recursive: true })
    }
  }
  return found
}

/** The browser of this machine: {how, executablePath, env}. Throws, naming the remedies, when there is none. */
export const findBrowser = async () => {
  const named = process.env.ZABUNI_BROWSER
  if (named) {
    if (works(named, {})) return { how: 'ZABUNI_BROWSER', executablePath: named, env: {} }
    throw new Error(`ZABUNI_BROWSER does not run: ${named}`)
  }
  const { chromium } = await import('@playwright/test')
  const tried = []
  for (const [how, path] of [
    ['playwright', chromium.executablePath()],
    ...installed().map((path) => ['system', path]),
  ]) {
    if (works(path, {})) return { how, executablePath: path, env: {} }
    tried.push(`${how}: ${path}`)
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const found = await fromPackage()
    if (works(found.executablePath, found.env)) return found
    tried.push(found.how)
  }
  throw new Error(
    `No Chromium runs here. Tried:\n  ${tried.join('\n  ')}\n` +
      'Run `npx playwright install chromium`, install your system’s chromium, or set ZABUNI_BROWSER.',
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { how, executablePath } = await findBrowser()
  console.log(`${how}\t${executablePath}`)
}
