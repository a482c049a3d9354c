import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { DownloadIcon } from 'lucide-react'

const download = (codes: readonly string[]) =>
  saveFile(
    new Blob([`Zabuni\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
    'zabuni-recovery-codes.txt',
  )

/** Shows fresh recovery codes, this once. */
export const RecoveryCodes = ({
  codes,
  onClose,
}: {
  codes: readonly string[] | null
  onClose: () => void
}) => {
  const { t } = useTranslation('account')
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      title={t('recovery.title')}
      description={t('recovery.body')}
      footer={
        <>
          <Button icon={<DownloadIcon size={16} />} onClick={() => download(codes ?? [])}>
            {t('recovery.download')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('recovery.kept')}
          </Button>
        </>
      }
    >
      <ul className="tabular grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-sunken p-4 font-mono text-sm">
        {(codes ?? []).map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
