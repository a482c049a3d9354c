import base from './playwright.config.mjs'
const at = Number(process.env.ZABUNI_E2E_PORT ?? '28480')
const want = (process.env.H3 ?? 'sweep').split(',')
const ports = { screens: 0, journey: 1, sweep: 2 }
export default {
  ...base,
  reporter: [['list']],
  webServer: base.webServer.filter((s) => want.some((w) => s.env.PORT === String(at + ports[w]))),
}
