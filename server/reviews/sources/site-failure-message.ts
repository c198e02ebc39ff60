import { type Sentence, type SentenceKey, sentence } from '../../messages/error-message'
import type { StoredFailure } from './site-failure'

export function failureSentence({ code, values }: StoredFailure): Sentence {
  switch (code) {
    case 'unreachable':
      return sentence(UNREACHABLE[values.why ?? ''] ?? 'review.siteUnreachable')
    case 'rateLimited':
      return sentence('review.siteRateLimited')
    case 'unavailable':
      return sentence('review.siteUnavailable', values)
    case 'unauthorized':
      return sentence('review.siteUnauthorized')
    case 'revoked':
      return sentence('review.siteRevoked')
    case 'forbidden':
      return sentence('review.siteForbidden', values)
    case 'notFound':
      return sentence('review.siteNotFound')
    case 'refused':
      return sentence('review.siteRefused', values)
    case 'misunderstood':
      return sentence('review.siteMisunderstood', values)
    case 'unreadable':
      return sentence('review.siteUnreadable')
    case 'tooMany':
      return sentence('review.siteTooMany', { maximum: Number(values.maximum) })
    case 'internal':
      return sentence('review.siteInternal')
  }
}

const UNREACHABLE: Partial<Record<string, SentenceKey>> = {
  DNS_NOT_FOUND: 'review.siteHostUnknown',
  ADDRESS_BLOCKED: 'review.siteBlocked',
  TLS_WRONG_HOST: 'review.siteCertificate',
  TLS_EXPIRED: 'review.siteCertificate',
  TLS_UNTRUSTED: 'review.siteCertificate',
  TLS_FAILED: 'review.siteCertificate',
  TIMEOUT: 'review.siteTimeout',
}
