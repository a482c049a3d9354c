import { useQueryClient } from '@tanstack/react-query'
import { useActivity, useHere } from '@zabuni/activities/ui/here'
import { data } from '@zabuni/api/client'
import type { Schemas } from '@zabuni/api/desk'
import { ApiError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Stats } from '@zabuni/ui/card'
import { InputField } from '@zabuni/ui/field'
import { FileDrop } from '@zabuni/ui/file-drop'
import { FormPart } from '@zabuni/ui/form'
import { LinkButton } from '@zabuni/ui/link-button'
import { type FormEvent, useState } from 'react'
import { Unmapped } from '../origin.tsx'
import { importJob } from '../queries.ts'
import { Missing } from './import-missing.tsx'

/** As the server takes it: the file of a plan, not its documents. */
const MAX_BYTES = 8_000_000

const Result = ({ made, onAgain }: { made: Schemas['Imported']; onAgain: () => void }) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  return (
    <div className="grid gap-4">
      <Banner tone="ok">{t('import.done')}</Banner>
      <Stats
        items={[
          { label: t('columns.categories'), value: made.categories },
          { label: t('stats.items'), value: made.items },
          { label: t('import.documents'), value: made.documents },
        ]}
      />
      {made.plans > 1 ? (
        <Banner tone="info">{t('import.morePlans', { count: made.plans })}</Banner>
      ) : null}
      <Missing jobId={made.id} />
      {made.unmapped.length ? (
        <Card flush title={t('import.unmapped', { count: made.unmapped.length })}>
          <Unmapped places={made.unmapped} />
        </Card>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onAgain}>{t('import.again')}</Button>
        <LinkButton to={href('details', { jobId: made.id })} look="primary">
          {t('import.open')}
        </LinkButton>
      </div>
    </div>
  )
}

const Refused = ({ error }: { error: unknown }) => {
  const { i18n } = useTranslation()
  const faults = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return (
    <Banner tone="bad">
      {problemText(error, i18n)}
      {faults.length ? (
        <ul className="mt-1 grid list-disc gap-0.5 pl-5 font-normal">
          {faults.map((fault) => (
            <li key={`${fault.pointer} ${fault.code}`}>
              {fault.pointer ? <span className="font-mono text-xs">{fault.pointer} </span> : null}
              {faultText(fault, i18n)}
            </li>
          ))}
        </ul>
      ) : null}
    </Banner>
  )
}

/** Drafts a job out of a published plan: OCDS, or Prozorro's form. */
export const JobImport = () => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { activity, ids, href } = useActivity()
  const cache = useQueryClient()
  const [file, setFile] = useState<File>()
  const [code, setCode] = useState('')
  const [plan, setPlan] = useState('1')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [made, setMade] = useState<Schemas['Imported']>()
  if (made) return <Result made={made} onAgain={() => setMade(undefined)} />
  const send = async (e: FormEvent) => {
    e.preventDefault()
    if (!file || busy) return
    setBusy(true)
    setError(undefined)
    try {
      const buyer_id = ids.buyerId
      const query = {
        file_name: file.name,
        activity,
        plan: Math.max(0, (Number.parseInt(plan, 10) || 1) - 1),
        ...(code.trim() ? { code: code.trim() } : {}),
        ...(buyer_id ? { buyer_id } : {}),
      }
      setMade(await data(importJob(query, file)))
      void cache.invalidateQueries({ queryKey: keys.jobs })
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const back = href('list')
  return (
    <form noValidate onSubmit={(e) => void send(e)} className="grid gap-4">
      {error ? <Refused error={error} /> : null}
      <FormPart title={t('import.title')} body={t('import.body')}>
        <FileDrop
          label={t('import.file')}
          hint={t('import.fileHint')}
          types={['json']}
          maxBytes={MAX_BYTES}
          multiple={false}
          files={file ? [{ id: file.name, name: file.name, size: file.size }] : []}
          onPick={([picked]) => {
            setFile(picked)
            setError(undefined)
          }}
          onRemove={() => setFile(undefined)}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <InputField
            label={t('jobForm.code')}
            hint={t('import.codeHint')}
            maxLength={60}
            value={code}
            onChange={(e) => setCode(e.target.value)}
          />
          <InputField
            label={t('import.plan')}
            hint={t('import.planHint')}
            inputMode="numeric"
            value={plan}
            onChange={(e) => setPlan(e.target.value.replace(/\D/g, ''))}
          />
        </div>
      </FormPart>
      <div className="flex justify-end gap-2">
        <LinkButton to={back}>{t('common:actions.cancel')}</LinkButton>
        <Button type="submit" look="primary" disabled={!file} busy={busy}>
          {t('import.action')}
        </Button>
      </div>
    </form>
  )
}
