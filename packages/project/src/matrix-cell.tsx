import { useTranslation } from '@zabuni/i18n'
import { Link } from 'react-router'
import type { Cell } from './queries.ts'

const BOX = 'tabular grid h-11 w-full place-items-center font-semibold'

/** How many risks stand in a cell of the matrix. */
export const MatrixCell = ({ cell, to }: { cell: Cell; to: string | null }) => {
  const { t } = useTranslation('risks')
  const { likelihood, impact, level, risks } = cell
  const said = t('matrix.cell', { count: risks, likelihood, impact, level: t(`levels.${level}`) })
  if (!risks || !to)
    return (
      <span className={BOX}>
        <span aria-hidden="true" className={risks ? '' : 'font-normal opacity-60'}>
          {risks || '·'}
        </span>
        <span className="sr-only">{said}</span>
      </span>
    )
  return (
    <Link to={to} aria-label={said} className={`${BOX} -outline-offset-2 hover:underline`}>
      {risks}
    </Link>
  )
}
