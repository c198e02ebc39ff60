import { ValidationError } from '../../errors'
import type { SiteKind } from '../constants'
import { SiteFailure } from '../sources/site-failure'
import { siteFailureMessage } from '../sources/site-failure-message'

/** Converts a failure of the review site into a form error. @throws {ValidationError} under the field that caused it. */
export async function withSiteFailuresAsFieldErrors<T>(kind: SiteKind, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error
    throw new ValidationError({ [fieldFor(kind, error)]: [siteFailureMessage(error.stored)] })
  }
}

function fieldFor(kind: SiteKind, { code }: SiteFailure): string {
  const isCredential = code === 'unauthorized' || code === 'revoked' || code === 'forbidden'
  if (kind === 'feed') return isCredential ? 'token' : 'url'
  if (kind !== 'trustpilot') return 'site'
  return isCredential ? 'apiKey' : code === 'notFound' ? 'businessUnit' : 'site'
}
