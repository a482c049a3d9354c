// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is read has them
import { expect, it } from 'vitest'
import { unnamed } from './words.mjs'

const common = { title: 'T', menu: { open: 'O', shut: 'S' }, rows_one: 'R', rows_other: 'Rs' }
const dead = (code, more = {}, codes = []) => unnamed({ common, ...more }, { 'a.tsx': code }, codes)

it.each([
  [
    'as it stands',
    `const { t } = useTranslation(); t('title'); t('menu.open'); t('rows')`,
    ['common:menu.shut'],
  ],
  [
    'by a template',
    'const { t } = useTranslation(); t(`menu.${x}`)',
    ['common:title', 'common:rows'],
  ],
  [
    'by a closed union',
    "const { t } = useTranslation(); t(`menu.${x as 'open' | 'closed'}`)",
    ['common:title', 'common:menu.shut', 'common:rows'],
  ],
  [
    'by what the compiler was told, which says nothing',
    "const { t } = useTranslation(); t(`menu.${x as 'open'}`)",
    ['common:title', 'common:rows'],
  ],
  [
    'by one of two',
    "const { t } = useTranslation(); const way = on ? 'menu.open' : 'menu.shut'; t(way); t('title', { count: 1 })",
    ['common:rows'],
  ],
  [
    'from elsewhere, with its namespace',
    "const { t: other } = useTranslation('other'); other('title'); t('common:menu.open'); t('rows', { ns: 'common' })",
    ['common:title', 'common:menu.shut'],
  ],
  [
    'in a table that another file reads',
    "const KEYS = { a: 'menu.open' }; const title = 'title'",
    ['common:title', 'common:menu.shut', 'common:rows'],
  ],
  [
    'in markup',
    '<Trans i18nKey="menu.open">don’t</Trans>',
    ['common:title', 'common:menu.shut', 'common:rows'],
  ],
])('finds what is not named %s', (_, code, want) => {
  expect(dead(code, { other: {} })).toEqual(want)
})

it('takes the codes that the server may answer', () => {
  const errors = {
    'field.too_short': 'S',
    'field.too_short_min': 'M',
    too_many: 'T',
    'field.gone': 'G',
  }
  const code = "const { t } = useTranslation(); t('title'); t('rows'); t(`menu.${x}`)"
  expect(dead(code, { errors }, ['field.too_short', 'too_many'])).toEqual(['errors:field.gone'])
})
