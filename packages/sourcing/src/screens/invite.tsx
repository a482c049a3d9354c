import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { data } from '@zabuni/api/client'
import { countries } from '@zabuni/api/countries'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryCodes, countryName } from '@zabuni/i18n/country'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { BuildingIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Added, PassedDialog, passedOver } from '../lists/passed.tsx'
import { category, invitable, invite, searchTypes } from '../queries.ts'

type Row = Schemas['Invitable']
const column = columnsFor<Row>()

const useColumns = () => {
  const { t, i18n } = useTranslation('sourcing')
  return useMemo(
    () => [
      column.accessor('name', {
        header: t('invite.supplier'),
        cell: (c) => <span className="font-medium">{c.getValue()}</span>,
        meta: { width: '55%' },
      }),
      column.accessor('country', {
        header: t('invite.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('invited', {
        header: t('columns.status'),
        cell: (c) => (c.getValue() ? <Badge tone="ok">{t('invite.already')}</Badge> : '–'),
      }),
    ],
    [t, i18n.language],
  )
}

const Screen = ({ found }: { found: Schemas['CategoryDetails'] }) => {
  const { t, i18n } = useTranslation('sourcing')
  const { href } = useHere()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const at = useListParams()
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<Added>()
  const type = at.get('type')
  const [typeName, setTypeName] = useState(at.get('typeName'))
  const lands = useQuery(countries)
  const query = useList(
    invitable(
      found.id,
      given({
        country: at.many('country', countryCodes(lands.data)),
        category_type: type,
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const ids = Object.keys(chosen).filter((id) => chosen[id])
  const back = href('invited', { jobId: found.job_id, categoryId: found.id })
  const send = async () => {
    setBusy(true)
    try {
      const got = await data(invite(found.id, { supplier_ids: ids }))
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      if (passedOver(got).length) return setSent(got)
      toast('ok', t('invite.done', { count: got.added }))
      if (back) void navigate(back)
    } catch (error) {
      toast('bad', problemText(error, i18n))
      setBusy(false)
    }
  }
  const setType = (choice: Choice | null) => {
    setTypeName(choice?.name ?? '')
    at.set({ type: choice?.id ?? '', typeName: choice?.name ?? '' })
  }
  return (
    <Page
      title={t('invite.title')}
      subtitle={t('invite.lead')}
      crumbs={[{ label: found.name, to: back }]}
    >
      <List
        at={at}
        query={query}
        columns={useColumns()}
        caption={t('invite.title')}
        search={t('invite.search')}
        filters={[
          {
            key: 'country',
            kind: 'many',
            label: t('invite.country'),
            options: countryChoices(lands.data, i18n.language),
          },
        ]}
        controls={
          <div className="w-full sm:w-72">
            <ComboboxField
              label={t('invite.type')}
              search={searchTypes}
              value={type ? { id: type, name: typeName } : null}
              onChange={setType}
            />
          </div>
        }
        narrowing={['type', 'typeName']}
        selection={chosen as Record<string, true>}
        onSelection={setChosen}
        canSelect={(row) => !row.invited}
        bulk={
          <Button size="sm" look="primary" busy={busy} onClick={() => void send()}>
            {t('invite.send', { count: ids.length })}
          </Button>
        }
        empty={{ icon: <BuildingIcon size={18} />, title: t('invite.noSuppliers') }}
      />
      {sent ? (
        <PassedDialog
          added={sent}
          onClose={() => {
            setSent(undefined)
            setBusy(false)
            setChosen({})
            if (back) void navigate(back)
          }}
        />
      ) : null}
    </Page>
  )
}

/** Chooses suppliers of the system and invites them; a choice holds from page to page. */
export default function Invite() {
  const { t } = useTranslation('sourcing')
  const { categoryId } = useHere().ids
  return (
    <LoadRecord as="form" query={useQuery(category(categoryId))} title={t('invite.title')}>
      {(found) => <Screen found={found} />}
    </LoadRecord>
  )
}
