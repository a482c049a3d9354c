import { asBytes, bytes, data } from '@zabuni/api/client'
import { api } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { UploadScreen } from './upload.tsx'

/** Category types with their criteria out of a workbook. */
export default function UploadTypes() {
  const { t } = useTranslation('admin')
  return (
    <UploadScreen
      kind={{
        title: t('upload.types.title'),
        note: t('upload.types.note'),
        crumb: { label: t('types.title'), to: '/zabuni/category_types' },
        templateName: 'category-types.xlsx',
        template: (language) =>
          bytes(
            api.GET('/uploads/category_types/template', {
              params: { query: { language: languageOf(language) } },
              parseAs: 'blob',
            }),
          ),
        check: (file) =>
          data(
            api.POST('/uploads/category_types', {
              params: { query: { file_name: file.name } },
              ...asBytes(file),
            }),
          ),
        start: async (upload_id, language) => {
          const { task_id } = await data(
            api.POST('/uploads/category_types/{upload_id}/start', {
              params: { path: { upload_id } },
              body: { language: languageOf(language) },
            }),
          )
          return `/zabuni/category_types/progress/${task_id}`
        },
      }}
    />
  )
}
