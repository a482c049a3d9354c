// One Vite config for every app: the app only says its name and its development port.

import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { wordsAhead } from './ahead.mjs'
import { shared } from './chunks.mjs'
import { late } from './late.mjs'

const require = createRequire(import.meta.url)

/** react-router 7 maps every import to dist/development (remix-run/react-router#14753); ship production. */
const routerRoot = resolve(require.resolve('react-router/package.json'), '..')
const productionRouter = [
  { find: /^react-router$/, replacement: join(routerRoot, 'dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(routerRoot, 'dist/production/dom-export.mjs') },
]

/** The one service worker of the origin: the same file in every app's root (packages/boot). */
const serviceWorker = () => {
  let outDir
  return {
    name: 'zabuni:service-worker',
    apply: 'build',
    configResolved: (c) => {
      outDir = resolve(c.root, c.build.outDir)
    },
    writeBundle: () =>
      copyFileSync(new URL('../../boot/sw.js', import.meta.url), join(outDir, 'sw.js')),
  }
}

const NO_SCRIPTS = {
  en: 'Zabuni needs JavaScript. Please turn it on in your browser.',
  sw: 'Zabuni inahitaji JavaScript. Tafadhali iwashe kwenye kivinjari chako.',
  am: 'ዛቡኒ JavaScript ያስፈልገዋል። እባክዎ በአሳሽዎ ውስጥ ያብሩት።',
  fr: 'Zabuni a besoin de JavaScript. Veuillez l’activer dans votre navigateur.',
  pt: 'O Zabuni precisa de JavaScript. Ative-o no seu navegador.',
}

/** What a browser without scripts shows: no file of words ever reaches it. */
const withoutScripts = () => ({
  name: 'zabuni:without-scripts',
  transformIndexHtml: () => [
    {
      tag: 'noscript',
      injectTo: 'body',
      children: Object.entries(NO_SCRIPTS).map(([lang, children]) => ({
        tag: 'p',
        attrs: { lang },
        children,
      })),
    },
  ],
})

/** Writes .br and .gz beside every text asset so the Go server streams them as they are. */
const precompress = () => {
  let outDir
  return {
    name: 'zabuni:precompress',
    apply: 'build',
    configResolved: (c) => {
      outDir = resolve(c.root, c.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const walk = (dir) => {
          for (const name of readdirSync(dir)) {
            const file = join(dir, name)
            if (statSync(file).isDirectory()) walk(file)
            else if (/\.(js|css|html|json|svg|webmanifest|mjs)$/.test(name)) {
              const body = readFileSync(file)
              if (body.length < 512) continue
              writeFileSync(
                `${file}.br`,
                brotliCompressSync(body, {
                  params: {
                    [constants.BROTLI_PARAM_QUALITY]: 11,
                    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
                  },
                }),
              )
              writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
            }
          }
        }
        walk(outDir)
      },
    },
  }
}

/** Vite's configuration of one app; `name` is its folder under assets/ and its API base. */
export const app =
  ({ name, port }) =>
  ({ command }) => ({
    plugins: [
      wordsAhead(),
      react(),
      tailwind(),
      serviceWorker(),
      withoutScripts(),
      late(),
      precompress(),
    ],
    define: {
      __ZABUNI_DEMO__: JSON.stringify(command === 'serve' || process.env.VITE_DEMO === '1'),
    },
    resolve: {
      dedupe: ['react', 'react-dom', 'react-router'],
      alias: command === 'build' ? productionRouter : [],
    },
    server: {
      port,
      strictPort: true,
      host: '127.0.0.1',
      proxy: { '/api': process.env.ZABUNI_API ?? 'http://127.0.0.1:8080' },
    },
    build: {
      // One folder for each app, so that four apps share one origin.
      assetsDir: `assets/${name}`,
      target: 'baseline-widely-available',
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // The first load names every lazy chunk: a letter less of each is as much as a few rows of a screen. Seven tell 2^42 apart.
          chunkFileNames: `assets/${name}/[name]-[hash:7].js`,
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
                priority: 40,
              },
              // Vite's few lines for lazy chunks ride along: alone they would be one more request.
              {
                name: 'i18n',
                test: /node_modules[\\/](i18next|react-i18next)[\\/]|vite[\\/]preload-helper/,
                priority: 30,
              },
              { name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 20 },
              {
                name: 'query',
                test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/,
                priority: 20,
              },
              ...shared(),
            ],
          },
        },
      },
    },
  })
