import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'

/** What became of an invitation of several. */
export type Added = Schemas['Added']

/** Who was asked for and is not invited, without those that were invited before. */
export const passedOver = (added: Added): Added['passed'] =>
  added.passed.filter((p) => p.reason !== 'already')

/** Says of each supplier that was not invited why not, beside how many were. */
export const PassedDialog = ({ added, onClose }: { added: Added; onClose: () => void }) => {
  const { t } = useTranslation('sourcing')
  const passed = passedOver(added)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invite.done', { count: added.added })}
      description={t('invite.passedNote', { count: passed.length })}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('invite.toInvited')}
        </Button>
      }
    >
      <ul className="divide-y divide-line text-sm">
        {passed.map((p) => (
          <li key={p.supplier_id} className="grid gap-0.5 py-2">
            <span className="font-medium wrap-anywhere">{p.name || t('invite.unknown')}</span>
            <span className="text-ink-2">{t(`invite.why.${p.reason}`)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
