type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

/** Registers the origin's one service worker. Our policy forbids script addresses that no named rule made. */
export const registerWorker = (): void => {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  const rules: ScriptUrlPolicy = {
    createScriptURL: (url) => {
      if (url !== '/sw.js') throw new TypeError(`Not a script of ours: ${url}`)
      return url
    },
  }
  const policy = types ? types.createPolicy('zabuni', rules) : rules
  const register = async () => {
    try {
      await navigator.serviceWorker.register(policy.createScriptURL('/sw.js'))
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ made: performance.getEntriesByType('resource').map((e) => e.name) })
    } catch {
      // Private windows refuse workers; the app works without one.
    }
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
