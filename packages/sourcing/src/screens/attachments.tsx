import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { FilesIcon } from 'lucide-react'
import { Attachments } from '../attachments.tsx'
import { category } from '../queries.ts'

// The address names nothing: whoever came by it is led to where it is known.
const OfNothing = () => {
  const { t } = useTranslation('sourcing')
  const { hrefOf } = useHere()
  const words = useWords()
  return (
    <Page title={t('attachments.several')}>
      <EmptyState
        icon={<FilesIcon size={18} />}
        title={t('attachments.ofWhat')}
        body={t('attachments.ofWhatBody')}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {(['reverse_auction', 'forward_auction'] as const).map((of) => (
              <LinkButton key={of} to={hrefOf(of, 'list')}>
                {words(of, 'list')}
              </LinkButton>
            ))}
          </span>
        }
      />
    </Page>
  )
}

const Of = ({ id }: { id: string }) => {
  const { t } = useTranslation('sourcing')
  const { hrefOf } = useHere()
  const query = useQuery(category(id))
  return (
    <Load query={query} title={t('attachments.several')}>
      {(found) => (
        <Page
          title={t('attachments.several')}
          subtitle={found.name}
          crumbs={[
            {
              label: found.name,
              to: hrefOf(found.activity, 'categoryDetails', {
                jobId: found.job_id,
                categoryId: found.id,
              }),
            },
          ]}
        >
          <div className="grid max-w-3xl gap-4">
            {editable(found) ? null : <Banner tone="info">{t('attachments.fixed')}</Banner>}
            {editable(found) && !mayHere(found.activity, 'author') ? (
              <Banner tone="warn">{t('attachments.notYours')}</Banner>
            ) : null}
            <Attachments found={found} alone />
          </div>
        </Page>
      )}
    </Load>
  )
}

/** Several files at once for what is asked, such as an auction. */
export default function AttachmentsScreen() {
  const { ids } = useHere()
  return ids.categoryId ? <Of id={ids.categoryId} /> : <OfNothing />
}
