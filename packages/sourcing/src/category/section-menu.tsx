import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Menu, MenuItem, MenuSeparator } from '@zabuni/ui/menu'
import { EllipsisIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AskDialog } from '../dialogs.tsx'
import { useActivity } from '../use-activity.tsx'
import type { useOrder } from './use-order.ts'

/** What can be done with a section. */
export const SectionMenu = ({
  section,
  found,
  order,
}: {
  section: Schemas['Section']
  found: Schemas['CategoryDetails']
  order: ReturnType<typeof useOrder>
}) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { href } = useActivity()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const ids = { jobId: found.job_id, categoryId: found.id }
  const go = (to: string | null) => to && void navigate(to)
  const below = found.sections.filter((s) => s.parent_id === section.id)
  const count = [section, ...below].reduce((n, s) => n + s.questions.length, 0)
  return (
    <>
      <Menu
        label={t('section.menu', { name: section.name })}
        trigger={<EllipsisIcon aria-hidden="true" size={16} />}
      >
        <MenuItem onSelect={() => go(href('sectionEdit', { ...ids, sectionId: section.id }))}>
          {t('section.edit')}
        </MenuItem>
        <MenuItem
          onSelect={() => go(href('questions', { categoryId: found.id, sectionId: section.id }))}
        >
          {t('section.open')}
        </MenuItem>
        <MenuItem
          onSelect={() =>
            go(href('questionCreate', { categoryId: found.id, sectionId: section.id }))
          }
        >
          {t('question.add')}
        </MenuItem>
        {section.parent_id ? null : (
          <MenuItem onSelect={() => go(`${href('sectionCreate', ids)}?parent=${section.id}`)}>
            {t('section.addSub')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger onSelect={() => setAsking(true)}>
          {t('section.remove')}
        </MenuItem>
      </Menu>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        danger
        title={t('section.removeTitle', { name: section.name })}
        description={t('section.removeBody', { count })}
        action={t('section.remove')}
        send={async () => {
          await order.removeSection(section.id)
          setAsking(false)
        }}
      />
    </>
  )
}
