import {
  findUndeclaredPropertyErrors,
  type PropertyReference,
} from '../contact-properties/find-undeclared-property-errors'
import type { FieldErrors } from '../errors'
import { listPropertyPlaceholders } from '../messaging/message-template'
import { sendsMessage } from './constants'
import { listTextsByLanguage } from './find-step-template-errors'
import type { SaveStep } from './schema'

/** Errors of the placeholders of steps that are empty in every message ({@link findUndeclaredPropertyErrors}). */
export async function findUnknownPropertyErrors(
  organizationId: string,
  steps: readonly SaveStep[],
): Promise<FieldErrors> {
  return findUndeclaredPropertyErrors(organizationId, steps.flatMap(listPropertiesWithoutFallback))
}

function listPropertiesWithoutFallback({ type, subject, body }: SaveStep, index: number): PropertyReference[] {
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
