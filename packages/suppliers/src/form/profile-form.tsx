import { useTranslation } from '@zabuni/i18n'
import { Tabs } from '@zabuni/ui/tabs'
import { UnsavedGuard } from '@zabuni/ui/unsaved'
import { type ComponentType, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Desk, Profile } from '../queries.ts'
import { CategoriesPart } from './categories-part.tsx'
import { AddressesPart, CompanyPart } from './company-part.tsx'
import { DocumentsPart } from './documents-part.tsx'
import type { PartProps } from './frame.tsx'
import { GroupsPart } from './groups-part.tsx'
import { OwnershipPart } from './ownership-part.tsx'

const PARTS = {
  company: CompanyPart,
  addresses: AddressesPart,
  categories: CategoriesPart,
  documents: DocumentsPart,
  ownership: OwnershipPart,
  groups: GroupsPart,
} satisfies Record<string, ComponentType<PartProps>>
type Part = keyof typeof PARTS

const OF: Record<Desk, readonly Part[]> = {
  supplier: ['company', 'addresses', 'categories', 'documents', 'ownership', 'groups'],
  operator: ['company', 'addresses', 'categories', 'documents', 'ownership'],
  buyer: ['company', 'addresses'],
}

/** A profile in parts. All stay drawn while one is shown: what is typed in one outlives a look at another. */
export const ProfileForm = ({ desk, profile }: { desk: Desk; profile: Profile }) => {
  const { t } = useTranslation('suppliers')
  const [params] = useSearchParams()
  const [dirty, setDirty] = useState<Record<string, boolean>>({})
  const parts = OF[desk]
  const at = parts.find((p) => p === params.get('part')) ?? 'company'
  const onDirty = useCallback(
    (part: string, is: boolean) =>
      setDirty((now) => (!!now[part] === is ? now : { ...now, [part]: is })),
    [],
  )
  return (
    <div>
      <UnsavedGuard when={Object.values(dirty).some(Boolean)} />
      <Tabs
        label={t('parts.label')}
        items={parts.map((part) => ({
          to: `?part=${part}`,
          label: dirty[part] ? (
            <>
              {t(`parts.${part}`)}
              <span className="text-warn" title={t('save.unsaved')}>
                •<span className="sr-only">{t('save.unsaved')}</span>
              </span>
            </>
          ) : (
            t(`parts.${part}`)
          ),
          active: part === at,
        }))}
      />
      {parts.map((part) => {
        const Shown = PARTS[part]
        return (
          <div key={part} hidden={part !== at}>
            <Shown desk={desk} profile={profile} onDirty={onDirty} />
          </div>
        )
      })}
    </div>
  )
}
