import { loadContactProperties } from '../contact-properties/contact-properties'
import { filterUsedKeys } from '../contact-properties/property-usage-queries'
import type { FieldErrors } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { listPropertyPlaceholders } from '../messaging/message-template'
import { sendsMessage } from './constants'
import { listTextsByLanguage } from './find-step-template-errors'
import type { SaveStep } from './schema'

type NamedProperty = { field: string; key: string; source: string }

/**
 * Errors of placeholders without a fallback whose property is neither declared nor a custom field of a recent contact: most likely
 * misspelled, and empty in every message.
 */
export async function findUnknownPropertyErrors(
  organizationId: string,
  steps: readonly SaveStep[],
): Promise<FieldErrors> {
  const named = steps.flatMap(listPropertiesWithoutFallback)
  if (named.length === 0) return {}
  const declaredKeys = (await loadContactProperties(organizationId)).map(({ key }) => key)
  const undeclared = named.filter(({ key }) => !declaredKeys.includes(key))
  if (undeclared.length === 0) return {}
  const usedKeys = await filterUsedKeys(organizationId, [...new Set(undeclared.map(({ key }) => key))])
  return Object.fromEntries(
    undeclared
      .filter(({ key }) => !usedKeys.includes(key))
      .toReversed()
      .map(({ field, key, source }) => [
        field,
        [localizableMessage('sequence.unknownProperty', { placeholder: source, key })],
      ]),
  )
}

function listPropertiesWithoutFallback({ type, subject, body }: SaveStep, index: number): NamedProperty[] {
  if (!sendsMessage(type)) return []
  const fields = [['subject', type === 'sms' ? null : subject] as const, ['body', body] as const]
  return fields.flatMap(([field, text]) =>
    listTextsByLanguage(text).flatMap(([language, words]) =>
      listPropertyPlaceholders(words)
        .filter(({ fallback }) => fallback === '')
        .map(({ key, source }) => ({
          field: ['steps', index, field, ...(language === null ? [] : [language])].join('.'),
          key,
          source,
        })),
    ),
  )
}
