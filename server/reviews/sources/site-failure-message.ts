import { type ErrorMessageKey, type LocalizableMessage, localizableMessage } from '../../messages/localizable-message'
import type { SiteFailureCode, StoredSiteFailure } from './site-failure'

export function siteFailureMessage({ code, values }: StoredSiteFailure): LocalizableMessage {
  if (code === 'unreachable') return localizableMessage(UNREACHABLE[values.why ?? ''] ?? MESSAGES.unreachable)
  if (code === 'tooMany') return localizableMessage(MESSAGES.tooMany, { maximum: Number(values.maximum) })
  return localizableMessage(MESSAGES[code], Object.keys(values).length > 0 ? values : undefined)
}

const MESSAGES = {
  unreachable: 'review.siteUnreachable',
  rateLimited: 'review.siteRateLimited',
  unavailable: 'review.siteUnavailable',
  unauthorized: 'review.siteUnauthorized',
  revoked: 'review.siteRevoked',
  forbidden: 'review.siteForbidden',
  notFound: 'review.siteNotFound',
  refused: 'review.siteRefused',
  misunderstood: 'review.siteMisunderstood',
  unreadable: 'review.siteUnreadable',
  tooMany: 'review.siteTooMany',
  internal: 'review.siteInternal',
} as const satisfies Record<SiteFailureCode, ErrorMessageKey>

const UNREACHABLE: Partial<Record<string, ErrorMessageKey>> = {
  DNS_NOT_FOUND: 'review.siteHostUnknown',
  ADDRESS_BLOCKED: 'review.siteBlocked',
  TLS_WRONG_HOST: 'review.siteCertificate',
  TLS_EXPIRED: 'review.siteCertificate',
  TLS_UNTRUSTED: 'review.siteCertificate',
  TLS_FAILED: 'review.siteCertificate',
  TIMEOUT: 'review.siteTimeout',
}
