// Prints every screen, in the order of the paths: app, path, guard type, guard privilege, tab-separated. With --write
// it puts them into routes.golden, whose diff is reviewed; with --check it compares; with --json it prints the same
// and what a screen finds in its route's handle.
// The tables are bundled by Vite's server build, because the oldest Node we support does not read TypeScript;
// screens stay unresolved (they are dynamic imports that nobody calls here).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const out = mkdtempSync(join(root, 'node_modules/.zabuni-routes-'))
const golden = new URL('../routes.golden', import.meta.url)
const apps = ['supplier', 'buyer', 'operator', 'contracts']
const lazyScreens = {
  name: 'zabuni:lazy-screens',
  resolveDynamicImport: (id) => ({ id: String(id), external: true }),
}

const check = (before, now) => {
  const [old, all] = [before, now].map((text) => new Set(text.split('\n')))
  for (const line of old) if (!all.has(line)) console.error(`- ${line}`)
  for (const line of all) if (!old.has(line)) console.error(`+ ${line}`)
  if (before !== now)
    console.error('routes.golden differs: npm run routes -- --write, and look at its diff')
  process.exitCode = before === now ? 0 : 1
}

try {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [lazyScreens],
    define: { __ZABUNI_DEMO__: 'false' },
    ssr: { noExternal: [/^@zabuni\//] },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          ...Object.fromEntries(apps.map((a) => [a, join(root, `apps/${a}/src/routes.ts`)])),
          activity: join(root, 'packages/activities/src/activity.ts'),
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  const bundled = (name) => import(pathToFileURL(join(out, `${name}.mjs`)).href)
  const { isActivity } = await bundled('activity')
  const screens = []
  for (const app of apps) {
    const { rows, publicRows } = await bundled(app)
    screens.push({ app, path: '/', type: 'any signed-in', privilege: '' })
    for (const { path, guard, handle } of [...publicRows, ...rows]) {
      const shown = path.replace(/:(\w+)/g, '{$1}').replace(/^\/zabuni(?=\/|$)/, '/{product}')
      const [type, privilege] =
        guard === 'public'
          ? ['none', '']
          : guard === 'signedIn'
            ? ['any signed-in', '']
            : [guard.type, guard.privilege ?? '']
      const ofActivity = isActivity(handle?.of ?? '')
      screens.push({ app, path: shown, type, privilege, ...handle, ofActivity })
    }
  }
  const lines = screens.map((s) => [s.app, s.path, s.type, s.privilege].join('\t'))
  const printed = `${lines.sort().join('\n')}\n`
  if (process.argv.includes('--json')) process.stdout.write(JSON.stringify(screens))
  else if (process.argv.includes('--write')) writeFileSync(golden, printed)
  else if (process.argv.includes('--check')) check(readFileSync(golden, 'utf8'), printed)
  else process.stdout.write(printed)
} finally {
  rmSync(out, { recursive: true, force: true })
}
