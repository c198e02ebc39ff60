import type { PropertyType } from '@/server/contact-properties/constants'
import type { ContactProperty, UndeclaredProperty } from '@/server/contact-properties/schema'
import type { Language } from '@/server/validation/schema'

type Wordings = Record<Language, string>

export type PropertyValues = {
  key: string
  type: PropertyType
  label: Wordings
  options: { value: string; label: Wordings }[]
}

export const EMPTY_OPTION = { value: '', label: { en: '', fr: '' } }

export function toPropertyValues(property: Omit<ContactProperty, 'id'> | undefined): PropertyValues {
  const { key = '', type = 'text', label = { en: '', fr: '' }, options = [] } = property ?? {}
  return { key, type, label, options: options.map((option) => ({ ...option })) }
}

export function toPropertyInput({ type, label, options }: Pick<PropertyValues, 'type' | 'label' | 'options'>) {
  return { type, label, options: type === 'choice' ? options : [] }
}

/** The key as a name, in the reader's language: `customerSince`, `customer_since` → "Customer since". */
export function draftFromUndeclaredKey(
  key: string,
  usage: Pick<UndeclaredProperty, 'suggestedType' | 'suggestedOptions'> | undefined,
  language: Language,
): PropertyValues {
  const words = key
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_.\s-]+/g, ' ')
    .trim()
  const name = words.slice(0, 1).toUpperCase() + words.slice(1).toLowerCase()
  const label = (text: string) => ({ en: '', fr: '', [language]: text })
  return {
    key,
    type: usage?.suggestedType ?? 'text',
    label: label(name),
    options: (usage?.suggestedOptions ?? []).map((value) => ({ value, label: label(value) })),
  }
}
