import { useTranslation } from '@zabuni/i18n'
import { EllipsisIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '../ask.tsx'
import { Banner } from '../banner.tsx'
import { Button, IconButton } from '../button.tsx'
import { Card } from '../card.tsx'
import { DateTimeField } from '../date-time.tsx'
import { Drawer } from '../dialog.tsx'
import { InputField } from '../field.tsx'
import { FileDrop, type Uploaded } from '../file-drop.tsx'
import { Checkbox, MoneyField, RadioGroup, Switch, TextareaField } from '../inputs.tsx'
import { LinkButton } from '../link-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../menu.tsx'
import { SelectField } from '../select.tsx'
import { toast } from '../toast.tsx'
import { Tooltip } from '../tooltip.tsx'

/** Buttons, fields and what opens in front of a screen. */
export const GalleryControls = () => {
  const { t } = useTranslation()
  const [money, setMoney] = useState('1500.5')
  const [when, setWhen] = useState('2026-12-31T17:00')
  const [choice, setChoice] = useState('light')
  const [files, setFiles] = useState<Uploaded[]>([])
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t('nav.branches')}>
        <div className="grid gap-5">
          <InputField required label={t('nav.contracts')} hint={t('form.requiredMark')} />
          <InputField label={t('nav.users')} defaultValue="?" error={t('form.max100')} />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField label={t('theme.label')} defaultValue="light">
              <option value="light">{t('theme.light')}</option>
              <option value="dark">{t('theme.dark')}</option>
            </SelectField>
            <MoneyField
              label={t('nav.payments')}
              currency="KES"
              value={money}
              onChange={setMoney}
            />
          </div>
          <DateTimeField label={t('time.left')} value={when} onChange={setWhen} />
          <TextareaField label={t('nav.letters')} rows={3} />
          <RadioGroup
            label={t('theme.label')}
            name="gallery-theme"
            value={choice}
            onChange={setChoice}
            options={[
              { value: 'light', label: t('theme.light') },
              { value: 'dark', label: t('theme.dark') },
            ]}
          />
          <Checkbox label={t('table.selectRow')} defaultChecked />
          <Switch label={t('table.compact')} defaultChecked />
        </div>
      </Card>
      <div className="grid gap-4">
        <Card title={t('actions.more')}>
          <div className="flex flex-wrap items-center gap-2">
            <Button look="primary" icon={<PlusIcon aria-hidden="true" size={16} />}>
              {t('actions.create')}
            </Button>
            <Button>{t('actions.edit')}</Button>
            <Button look="ghost">{t('actions.cancel')}</Button>
            <Button look="danger" onClick={() => setDialog(true)}>
              {t('actions.delete')}
            </Button>
            <Button busy>{t('actions.saving')}</Button>
            <Button disabled>{t('actions.save')}</Button>
            <LinkButton to="/profile" size="sm">
              {t('shell.profile')}
            </LinkButton>
            <Button onClick={() => setDrawer(true)}>{t('actions.more')}</Button>
            <Button onClick={() => toast('ok', t('toast.saved'))}>{t('toast.label')}</Button>
            <Menu label={t('actions.more')} trigger={<EllipsisIcon aria-hidden="true" size={18} />}>
              <MenuItem onSelect={() => toast('info', t('actions.copy'))}>
                {t('actions.copy')}
              </MenuItem>
              <MenuSeparator />
              <MenuItem danger onSelect={() => setDialog(true)}>
                {t('actions.delete')}
              </MenuItem>
            </Menu>
            <Tooltip text={t('time.serverTime')}>
              <IconButton
                label={t('actions.create')}
                icon={<PlusIcon aria-hidden="true" size={16} />}
              />
            </Tooltip>
          </div>
        </Card>
        <Banner tone="info">{t('form.draftRestored')}</Banner>
        <Banner tone="ok">{t('toast.saved')}</Banner>
        <Banner tone="warn">{t('form.unsavedBody')}</Banner>
        <Banner tone="bad">{t('errors.network')}</Banner>
        <Card title={t('actions.chooseFiles')}>
          <FileDrop
            label={t('nav.notices')}
            files={files}
            onPick={(picked) =>
              setFiles([
                ...files,
                ...picked.map((f) => ({ id: crypto.randomUUID(), name: f.name, size: f.size })),
              ])
            }
            onRemove={(id) => setFiles(files.filter((f) => f.id !== id))}
          />
        </Card>
      </div>
      <AskDialog
        open={dialog}
        onClose={() => setDialog(false)}
        send={() => setDialog(false)}
        title={t('actions.delete')}
        description={t('form.unsavedBody')}
        action={t('actions.delete')}
        typed="ZB/TN/2026/0081"
        danger
      />
      <Drawer
        open={drawer}
        onClose={() => setDrawer(false)}
        title={t('nav.branches')}
        footer={
          <Button look="primary" onClick={() => setDrawer(false)}>
            {t('actions.save')}
          </Button>
        }
      >
        <InputField label={t('nav.contracts')} />
      </Drawer>
    </div>
  )
}
