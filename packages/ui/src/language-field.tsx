import { LANGUAGES } from '@zabuni/i18n'
import type { ComponentProps } from 'react'
import { SelectField } from './select.tsx'

/** A choice of one of the platform's languages. */
export const LanguageField = (props: Omit<ComponentProps<typeof SelectField>, 'children'>) => (
  <SelectField {...props}>
    {Object.entries(LANGUAGES).map(([code, name]) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </SelectField>
)
