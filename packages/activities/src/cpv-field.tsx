import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { InputField } from '@zabuni/ui/field'
import { useSearch } from '@zabuni/ui/use-search'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { searchCPVCodes } from './queries.ts'

/** Eight digits, with or without what may stand before and behind them. */
const CODE = /^(?:cpv\s*:?\s*)?(\d{8})(?:-\d)?$/i

/**
 * What is bought, by its code: where the platform has a list, codes are offered for digits and words, and what the code says stands
 * below it. What was typed stays; whether it is a code the server says.
 */
export const CpvField = ({ onInput, hint, ...field }: ComponentProps<typeof InputField>) => {
  const { i18n } = useTranslation()
  const language = languageOf(i18n.language)
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  // Not all is typed: a form that is opened again has a code already, and brings back what was typed before or what was saved.
  useEffect(() => setTyped(box.current?.querySelector('input')?.value ?? ''))
  const text = typed.trim()
  const { items, again } = useSearch(text.length > 1 ? text : null, (query, signal) =>
    searchCPVCodes(query, language, signal),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever changes the language reads the names in that one
  useEffect(again, [language])
  const digits = CODE.exec(text)?.[1]
  const said = digits && items.find((x) => x.code.startsWith(digits))?.name
  return (
    <div ref={box} className="contents">
      <InputField
        {...field}
        maxLength={40}
        list={list}
        autoComplete="off"
        hint={said || hint}
        onInput={(e) => {
          setTyped(e.currentTarget.value)
          onInput?.(e)
        }}
      />
      <datalist id={list}>
        {items.map((x) => (
          <option key={x.code} value={x.code}>
            {x.name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
