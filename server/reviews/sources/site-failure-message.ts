import { type ErrorMessage, type ErrorMessageKey, errorMessage } from '../../messages/error-message'
import type { StoredSiteFailure } from './site-failure'

export function siteFailureMessage({ code, values }: StoredSiteFailure): ErrorMessage {
  switch (code) {
    case 'unreachable':
      return errorMessage(UNREACHABLE[values.why ?? ''] ?? 'review.siteUnreachable')
    case 'rateLimited':
      return errorMessage('review.siteRateLimited')
    case 'unavailable':
      return errorMessage('review.siteUnavailable', values)
    case 'unauthorized':
      return errorMessage('review.siteUnauthorized')
    case 'revoked':
      return errorMessage('review.siteRevoked')
    case 'forbidden':
      return errorMessage('review.siteForbidden', values)
    case 'notFound':
      return errorMessage('review.siteNotFound')
    case 'refused':
      return errorMessage('review.siteRefused', values)
    case 'misunderstood':
      return errorMessage('review.siteMisunderstood', values)
    case 'unreadable':
      return errorMessage('review.siteUnreadable')
    case 'tooMany':
      return errorMessage('review.siteTooMany', { maximum: Number(values.maximum) })
    case 'internal':
      return errorMessage('review.siteInternal')
  }
}

const UNREACHABLE: Partial<Record<string, ErrorMessageKey>> = {
  DNS_NOT_FOUND: 'review.siteHostUnknown',
  ADDRESS_BLOCKED: 'review.siteBlocked',
  TLS_WRONG_HOST: 'review.siteCertificate',
  TLS_EXPIRED: 'review.siteCertificate',
  TLS_UNTRUSTED: 'review.siteCertificate',
  TLS_FAILED: 'review.siteCertificate',
  TIMEOUT: 'review.siteTimeout',
}
