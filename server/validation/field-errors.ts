import type { z } from 'zod'
import type { FieldErrors } from '../errors'
import { zodMessageToLocalizableMessage } from '../messages/localizable-message'

/** Issues by dotted path; issues of the whole value are under `body`. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  const details: FieldErrors = Object.create(null)
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'body'
    const message = zodMessageToLocalizableMessage(issue.message)
    const sentences = (details[path] ??= [])
    if (!sentences.includes(message)) sentences.push(message)
  }
  return { ...details }
}
