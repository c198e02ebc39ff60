import { ValidationError } from '../../errors'
import { SiteFailure } from '../sources/failure'
import { failureSentence } from '../sources/failure-words'
import type { SiteKind } from '../vocabulary'

/**
 * What a site says to somebody who enters it.
 * @throws {ValidationError} at the field that is at fault.
 */
export async function asked<T>(kind: SiteKind, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error
    throw new ValidationError({ [fieldAtFault(kind, error)]: [failureSentence(error.stored)] })
  }
}

/** Where the form says it; a field that a form does not have is said at its head. */
function fieldAtFault(kind: SiteKind, { code }: SiteFailure): string {
  const isCredential = code === 'unauthorized' || code === 'revoked' || code === 'forbidden'
  if (kind === 'feed') return isCredential ? 'token' : 'url'
  if (kind !== 'trustpilot') return 'site'
  return isCredential ? 'apiKey' : code === 'notFound' ? 'businessUnit' : 'site'
}
