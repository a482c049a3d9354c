import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Field } from '@zabuni/ui/field'
import { lazy, Suspense, useMemo } from 'react'
import { fields } from '../library/queries.ts'

const RichEditor = lazy(() => import('./editor.tsx'))

type Props = {
  label: string
  hint?: string
  required?: boolean
  error?: string | undefined
  value: string
  onChange: (json: string) => void
  onBlur: () => void
  lang: string
}

/** A field for a text with structure, which offers the fields that a contract fills. */
export const RichField = (props: Props) => {
  const { t } = useTranslation('contracts')
  const known = useQuery(fields)
  const named = useMemo(
    () => known.data?.items.map(({ name }) => ({ name, label: t(`fields.${name}`) })) ?? [],
    [known.data, t],
  )
  return <Editor {...props} named={named} />
}

const NONE: { name: string; label: string }[] = []

/** The same without fields to insert: for who changes a text that others wrote. */
export const PlainRichField = (props: Props) => <Editor {...props} named={NONE} />

const Editor = ({
  label,
  hint,
  required,
  error,
  value,
  onChange,
  onBlur,
  lang,
  named,
}: Props & { named: { name: string; label: string }[] }) => {
  return (
    <Field label={label} hint={hint} required={required} error={error}>
      {(control) => (
        <Suspense
          fallback={<div className="h-64 animate-pulse rounded-md border border-line bg-sunken" />}
        >
          <RichEditor
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            fields={named}
            lang={lang}
            control={control}
            label={label}
          />
        </Suspense>
      )}
    </Field>
  )
}
