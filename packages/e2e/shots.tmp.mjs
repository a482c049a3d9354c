import { chromium } from '@playwright/test'
import { findBrowser } from './browser.mjs'

const { executablePath, env } = await findBrowser()
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } })
const base = 'http://127.0.0.1:28624'
const list = JSON.parse(process.argv[2])
for (const [email, path, name, width = 1440, lang = 'en', click] of list) {
  const ctx = await browser.newContext({
    baseURL: base,
    viewport: { width, height: width < 500 ? 844 : 900 },
  })
  const page = await ctx.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
  page.on('pageerror', (e) => console.log(name, String(e)))
  const a = await ctx.request.post('/api/supplier/authentication/login', {
    data: { username: email, password: 'maji2moto' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!a.ok()) console.log(await a.text())
  await page.addInitScript((l) => localStorage.setItem('zabuni.language', l), lang)
  await page.goto(path)
  await page.waitForTimeout(1500)
  if (click) {
    await page.getByRole('link', { name: click }).first().click()
    await page.waitForTimeout(1500)
  }
  await page.screenshot({ path: `/tmp/h/demo/${name}.png`, fullPage: true })
  console.log(name, page.url(), await page.evaluate(() => document.documentElement.scrollWidth))
  await ctx.close()
}
await browser.close()
