import { useTranslation } from '@zabuni/i18n'
import { useState } from 'react'
import { Page } from '../page.tsx'
import { Tabs } from '../tabs.tsx'
import { GalleryControls } from './controls.tsx'
import { GalleryData } from './data.tsx'

/** Every component on one page, for looking and for the accessibility check. */
export default function Gallery() {
  const { t } = useTranslation()
  const [offset] = useState(0)
  return (
    <Page title={t('nav.gallery')} crumbs={[{ to: '/', label: t('nav.dashboard') }]}>
      <Tabs
        label={t('nav.gallery')}
        items={[{ to: '/gallery', label: t('nav.gallery'), end: true }]}
      />
      <div className="grid gap-6">
        <GalleryData offset={offset} />
        <GalleryControls />
      </div>
    </Page>
  )
}
