import { bytes, data } from '@zabuni/api/client'
import { api } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { UploadScreen } from '@zabuni/tasks/upload'
import { checkCategoryTypes, uploadCategoryTypes } from './queries.ts'

/** Category types with their criteria out of a workbook. */
export default function UploadTypes() {
  const { t } = useTranslation('admin')
  return (
    <UploadScreen
      kind={{
        title: t('upload.types.title'),
        note: t('upload.types.note'),
        crumbs: [{ label: t('types.title'), to: '/zabuni/category_types' }],
        templateName: 'category-types.xlsx',
        template: (language) =>
          bytes(
            api.GET('/uploads/category_types/template', {
              params: { query: { language: languageOf(language) } },
              parseAs: 'blob',
            }),
          ),
        check: (file) => data(checkCategoryTypes(file)),
        start: async ({ upload_id }, language) => {
          const { task_id } = await data(
            uploadCategoryTypes(upload_id, { language: languageOf(language) }),
          )
          return `/zabuni/category_types/progress/${task_id}`
        },
      }}
    />
  )
}
