import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { AskDialog } from '@zabuni/ui/ask'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@zabuni/ui/menu'
import { EllipsisIcon } from 'lucide-react'
import { useState } from 'react'
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
  const { href } = useHere()
  const [asking, setAsking] = useState(false)
  const ids = { jobId: found.job_id, categoryId: found.id }
  const below = found.sections.filter((s) => s.parent_id === section.id)
  const count = [section, ...below].reduce((n, s) => n + s.questions.length, 0)
  return (
    <>
      <Menu
        label={t('section.menu', { name: section.name })}
        trigger={<EllipsisIcon aria-hidden="true" size={16} />}
      >
        <MenuLink to={href('sectionEdit', { ...ids, sectionId: section.id })}>
          {t('section.edit')}
        </MenuLink>
        <MenuLink to={href('questions', { categoryId: found.id, sectionId: section.id })}>
          {t('section.open')}
        </MenuLink>
        <MenuLink to={href('questionCreate', { categoryId: found.id, sectionId: section.id })}>
          {t('question.add')}
        </MenuLink>
        {section.parent_id ? null : (
          <MenuLink to={href('sectionCreate', { ...ids, parentId: section.id })}>
            {t('section.addSub')}
          </MenuLink>
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
