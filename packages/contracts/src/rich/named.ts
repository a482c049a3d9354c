import { useTranslation } from '@zabuni/i18n'

/** The fields of a text that the platform fills. */
export const FIELDS = [
  'number',
  'title',
  'contract_date',
  'starts_on',
  'ends_on',
  'value',
  'buyer',
  'buyer_address',
  'buyer_tax_id',
  'supplier',
  'supplier_address',
  'supplier_tax_id',
  'job',
  'reference',
] as const

/** A text that is not filled in, with its fields as people call them: [Supplier] for {supplier}. */
export const useNamed = (): ((text: string) => string) => {
  const { t } = useTranslation('contracts')
  return (text) =>
    FIELDS.reduce((said, f) => said.replaceAll(`{${f}}`, `[${t(`fields.${f}`)}]`), text)
}
