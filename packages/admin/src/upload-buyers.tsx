import { bytes, data } from '@zabuni/api/client'
import { api } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { UploadScreen } from '@zabuni/tasks/upload'
import { useSearchParams } from 'react-router'
import { checkBuyers, uploadBuyers } from './queries.ts'

/** Buyer companies out of a workbook, each with the category types that it uses. */
export default function UploadBuyers() {
  const { t } = useTranslation('admin')
  const [params] = useSearchParams()
  const from = params.get('from') === 'buyers' ? 'buyers' : 'category_types'
  return (
    <UploadScreen
      kind={{
        title: t('upload.buyers.title'),
        note: t('upload.buyers.note'),
        crumbs: [
          from === 'buyers'
            ? { label: t('buyers.title'), to: '/zabuni/buyers' }
            : { label: t('types.title'), to: '/zabuni/category_types' },
        ],
        templateName: 'buyers.xlsx',
        template: (language) =>
          bytes(
            api.GET('/uploads/buyers/template', {
              params: { query: { language: languageOf(language) } },
              parseAs: 'blob',
            }),
          ),
        check: (file) => data(checkBuyers(file)),
        start: async ({ upload_id }, language) => {
          const { task_id } = await data(
            uploadBuyers(upload_id, { language: languageOf(language), from }),
          )
          return from === 'buyers'
            ? `/zabuni/buyers/upload/progress/${task_id}`
            : `/zabuni/category_types/upload/buyers/progress/${task_id}`
        },
      }}
    />
  )
}
