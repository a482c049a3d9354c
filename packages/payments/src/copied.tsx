import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'

/** What is typed elsewhere, with a button that takes it along. */
export const Copied = ({ what, value, text }: { what: string; value: string; text?: string }) => {
  const { t } = useTranslation('payments')
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(text ?? value) })
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <strong className="min-w-0 font-semibold break-words select-all">{value}</strong>
      <Button
        size="sm"
        aria-label={t('bank.copy', { what })}
        busy={copy.isPending}
        onClick={() => copy.mutate()}
      >
        {copy.isSuccess ? t('bill.copied') : t('bank.copyShort')}
      </Button>
      {copy.isError ? <span className="text-xs text-warn">{t('bank.notCopied')}</span> : null}
    </span>
  )
}
