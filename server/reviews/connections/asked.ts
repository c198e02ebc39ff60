import { ValidationError } from '../../errors'
import { SiteFailure } from '../sources/failure'
import { failureSentence } from '../sources/failure-words'
import type { SiteKind } from '../vocabulary'

/**
 * Converts a failure of the review site into a form error.
 * @throws {ValidationError} under the field that caused it.
 */
export async function asked<T>(kind: SiteKind, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error
    throw new ValidationError({ [fieldAtFault(kind, error)]: [failureSentence(error.stored)] })
  }
}

/** The form field for a failure; fields that the form does not have are shown above it. */
function fieldAtFault(kind: SiteKind, { code }: SiteFailure): string {
  const isCredential = code === 'unauthorized' || code === 'revoked' || code === 'forbidden'
  if (kind === 'feed') return isCredential ? 'token' : 'url'
  if (kind !== 'trustpilot') return 'site'
  return isCredential ? 'apiKey' : code === 'notFound' ? 'businessUnit' : 'site'
}
