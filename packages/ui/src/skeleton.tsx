import { useTranslation } from '@zabuni/i18n'
import { cx } from './cx.tsx'

/** The kinds of screens that are waited for. */
export type SkeletonKind = 'list' | 'details' | 'form'

const Bar = ({ className }: { className: string }) => <div className={cx('skeleton', className)} />
const sheet = 'rounded-lg border border-line bg-surface'

const Rows = ({ count }: { count: number }) => (
  <div className={cx(sheet, 'grid gap-px overflow-hidden')}>
    {Array.from({ length: count }, (_, i) => (
      <div key={i} className="flex h-11 items-center gap-4 px-4">
        <Bar className="h-3 w-1/3" />
        <Bar className="h-3 w-1/6" />
        <Bar className="ml-auto h-3 w-24" />
      </div>
    ))}
  </div>
)

const Facts = ({ count }: { count: number }) => (
  <div className={cx(sheet, 'grid content-start gap-4 p-4')}>
    <Bar className="h-4 w-28" />
    {Array.from({ length: count }, (_, i) => (
      <div key={i} className="flex justify-between gap-4">
        <Bar className="h-3 w-20" />
        <Bar className="h-3 w-24" />
      </div>
    ))}
  </div>
)

const SHAPES = {
  list: () => (
    <div className="grid gap-3">
      <div className="flex gap-2">
        <Bar className="h-9 w-64 max-sm:w-full" />
        <Bar className="h-8 w-24 rounded-full max-sm:hidden" />
      </div>
      <Rows count={8} />
    </div>
  ),
  details: () => (
    <div className="grid gap-4">
      <div className={cx(sheet, 'grid gap-4 p-4 sm:grid-cols-4')}>
        {Array.from({ length: 4 }, (_, i) => (
          <div key={i} className="grid gap-2">
            <Bar className="h-3 w-16" />
            <Bar className="h-5 w-24" />
          </div>
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_300px] lg:items-start">
        <Rows count={5} />
        <Facts count={5} />
      </div>
    </div>
  ),
  form: () => (
    <div className="grid gap-4">
      {[3, 2].map((fields) => (
        <div key={fields} className={cx(sheet, 'grid gap-5 p-4 sm:p-5')}>
          <Bar className="h-4 w-32" />
          {Array.from({ length: fields }, (_, i) => (
            <div key={i} className="grid gap-2">
              <Bar className="h-3 w-24" />
              <Bar className="h-9 w-full" />
            </div>
          ))}
        </div>
      ))}
    </div>
  ),
} as const

/** What a screen shows while its own file or its rows arrive: its shape, by its kind. */
export const PageSkeleton = ({ as = 'details' }: { as?: SkeletonKind }) => {
  const { t } = useTranslation()
  const Shape = SHAPES[as]
  return (
    <div
      role="status"
      className={cx(
        'mx-auto w-full px-4 pt-5 pb-16 sm:px-6',
        as === 'form' ? 'max-w-[688px]' : 'max-w-[1280px]',
      )}
    >
      <span className="sr-only">{t('shell.loading')}</span>
      <Bar className="mb-6 h-7 w-56" />
      <Shape />
    </div>
  )
}
