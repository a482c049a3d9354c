import { useQuery, useQueryClient } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { FormFrame, useKept } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { once } from '@zabuni/ui/once'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { Tabs } from '@zabuni/ui/tabs'
import { useSearchParams } from 'react-router'
import { useContracts } from '../parts.tsx'
import { BeginPart, BuyerPart } from './begin-part.tsx'
import { FilePart } from './file-part.tsx'
import { AwardPart, PartyPart, TermsPart, TextPart } from './parts.tsx'
import { choices, create } from './queries.ts'
import { QuestionsPart } from './questions-part.tsx'
import { awardKey, beginning, fresh, nameOf, type Values, WAYS, type Way } from './values.ts'

const SLOTS = {
  author: 'contractAuthor',
  upload: 'contractUpload',
  questions: 'contractAsk',
} as const satisfies Record<Way, string>

/** Each way has an address of its own: a path where the desk has one, else a word of the query. */
const useWay = () => {
  const { slot, href } = useHere()
  const [address] = useSearchParams()
  const asked = address.get('by')
  const way =
    WAYS.find((w) => SLOTS[w] === slot) ?? WAYS.find((w) => w === asked) ?? ('author' as const)
  const all = href('contractCreate')
  const ways = WAYS.map((w) => ({
    way: w,
    to: href(SLOTS[w]) ?? to(all, { query: { by: w } }),
  }))
  return { way, ways }
}

const Form = ({ way, helping }: { way: Way; helping: boolean }) => {
  const { t, i18n } = useTranslation('contracts')
  const { list, one } = useContracts()
  const cache = useQueryClient()
  const [address] = useSearchParams()
  const [award_id, supplier_id] = [address.get('award'), address.get('supplier')]
  const form = useProblemForm<Values>({
    keep: 'contract.new',
    nameOf,
    defaultValues: fresh({
      language: languageOf(i18n.language),
      currency: session()?.currency || 'KES',
      ...(award_id && supplier_id ? { award: awardKey({ award_id, supplier_id }) } : {}),
    }),
    submit: async (values) => {
      const { id } = await once('contract.new', beginning(values, way), create)
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(one(id))
    },
  })
  const kept = useKept(form)
  const buyer = form.watch('buyer')?.id ?? ''
  const ready = !helping || !!buyer
  const from = useQuery({ ...choices(buyer), enabled: ready })
  const award = form.watch('award')
  const of = from.data?.awards.find((a) => awardKey(a) === award)
  return (
    <FormFrame form={form} guard={kept.guard} back={list(buyer)} action={t('making.make')}>
      {helping ? <BuyerPart form={form} /> : null}
      {ready ? (
        <Load query={from} title={t('making.begin')}>
          {(it) => <BeginPart form={form} from={it} way={way} />}
        </Load>
      ) : null}
      <TermsPart form={form} />
      {of ? <AwardPart of={of} /> : <PartyPart form={form} />}
      {way === 'upload' && ready ? <FilePart form={form} buyer={buyer} /> : null}
      {way === 'questions' && ready ? (
        <QuestionsPart form={form} buyer={buyer} model={from.data?.model ?? ''} />
      ) : null}
      {way === 'author' && !form.watch('template') ? <TextPart form={form} /> : null}
    </FormFrame>
  )
}

/** Makes a contract: written or from a template, of a file that is there, or by answering questions. */
export default function ContractCreate() {
  const { t } = useTranslation('contracts')
  const { desk } = useHere()
  const { list } = useContracts()
  const { way, ways } = useWay()
  return (
    <Page
      width="form"
      title={t('making.title')}
      subtitle={t(`making.${way}Note`)}
      crumbs={[{ label: t('list.edit'), to: list() }]}
    >
      <Tabs
        label={t('making.ways')}
        items={ways.map((w) => ({ to: w.to, label: t(`making.${w.way}`), active: w.way === way }))}
      />
      <Form way={way} helping={desk === 'operator'} />
    </Page>
  )
}
