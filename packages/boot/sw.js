// One worker for the origin. Hashed files never change: cache first. Documents: network first, and when the
// network is gone the last good shell of the app that owns the address. /api is never touched.
const SHELL = 'zabuni-shell-1'
const FILES = 'zabuni-files-1'
// Files of old releases go when there are more than several releases' use of them: what was used longest ago, first.
const KEPT = 600
const OWNERS = [
  ['/supplier', 'supplier'],
  ['/company', 'buyer'],
  ['/buyer', 'buyer'],
  ['/zabuni', 'operator'],
  ['/contract-management', 'contracts'],
]
const ownerOf = (path) =>
  OWNERS.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1] ?? 'shared'
const shellKey = (path) => new URL(`/__shell/${ownerOf(path)}`, self.location.origin).href

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name !== SHELL && name !== FILES) await caches.delete(name)
      await self.clients.claim()
    })(),
  ),
)

const fromFiles = async (request) => {
  const cache = await caches.open(FILES)
  const hit = await cache.match(request)
  if (hit) {
    used.add(request.url)
    return hit
  }
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
// A cache lists its files in the order in which they were put there: what is used is put there anew, before files go.
const used = new Set()
const renew = async (cache) => {
  const urls = [...used]
  used.clear()
  for (const url of urls) {
    const file = await cache.match(url)
    if (file && (await cache.delete(url))) await cache.put(url, file)
  }
}
const trim = async () => {
  const cache = await caches.open(FILES)
  if ((await cache.keys()).length <= KEPT) return
  await renew(cache)
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - KEPT)).map((old) => cache.delete(old)))
}
const document_ = async (request, path) => {
  const cache = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    const html = answer.headers.get('content-type')?.startsWith('text/html')
    if (answer.ok && html) await cache.put(shellKey(path), answer.clone())
    return answer
  } catch (error) {
    const hit = await cache.match(shellKey(path))
    if (hit) return hit
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/_dev/')) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromFiles(request))
  else if (request.mode === 'navigate') event.respondWith(document_(request, url.pathname))
})

// A page that has come says what it is made of: what it had in memory did not go through here. Files go now and not
// before, when nobody knew which are in use.
self.addEventListener('message', (event) => {
  for (const url of event.data?.made ?? [])
    if (url.startsWith(`${self.location.origin}/assets/`)) used.add(url)
  event.waitUntil(trim())
})
