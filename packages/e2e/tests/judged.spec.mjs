// What is not judged again must be what axe would say the same of.
import { shape } from './judged.mjs'
import { expect, test, usable } from './people.mjs'

const PAGE = `<!doctype html><html lang="en"><title>A page</title>
  <main><h1>Title</h1><div id="content"><p style="color: #333333">Some text</p>
  <ul><li><a href="/a">One</a></li><li><a href="/b">Two</a></li></ul>
  <label for="f">Field</label><input id="f"><button aria-label="Send it">Send</button></div></main>`
const shaped = async (page, html) => {
  await page.setContent(html)
  return String(await page.evaluate(shape))
}

for (const [what, from, to] of [
  ['another text', 'Some text', 'Another text'],
  [
    'more entries that are alike',
    '<li><a href="/b">',
    '<li><a href="/c">C</a></li><li><a href="/b">',
  ],
])
  test(`${what} is the same to judge`, async ({ page }) => {
    expect(PAGE).toContain(from)
    expect(await shaped(page, PAGE.replace(from, to))).toBe(await shaped(page, PAGE))
  })

for (const [what, from, to] of [
  ['a text that is gone', 'Some text', ''],
  ['another colour', '#333333', '#eeeeee'],
  ['a class', '<p ', '<p class="faint" '],
  ['an entry that lost its words', 'Two', ''],
  ['a label that leads nowhere', 'for="f"', 'for="g"'],
  ['a name that says something else', 'Send it', 'Cancel'],
  ['a role', '<ul>', '<ul role="tablist">'],
  ['two of one id', '<p ', '<p id="f" '],
  ['a second landmark of one name', '<ul>', '<nav></nav><nav></nav><ul>'],
  ['a title that is gone', 'A page', ''],
  ['another language', 'lang="en"', 'lang="xx"'],
  ['a level that is left out', '<h1>Title</h1>', '<h3>Title</h3>'],
])
  test(`${what} is judged anew`, async ({ page }) => {
    expect(PAGE).toContain(from)
    expect(await shaped(page, PAGE.replace(from, to))).not.toBe(await shaped(page, PAGE))
  })

test('a landmark that takes the name of another is judged anew', async ({ page }) => {
  const two = (first, second) =>
    PAGE.replace('<ul>', `<nav aria-label="${first}"></nav><nav aria-label="${second}"></nav><ul>`)
  expect(await shaped(page, two('One', 'One'))).not.toBe(await shaped(page, two('One', 'Two')))
})

test('what is wrong is found each time, beside pages that were judged', async ({ page }) => {
  await page.setContent(PAGE)
  await usable(page)
  await usable(page)
  const faint = PAGE.replace('#333333', '#eeeeee')
  for (let times = 0; times < 2; times++) {
    await page.setContent(faint)
    await expect(usable(page)).rejects.toThrow('color-contrast')
  }
})
