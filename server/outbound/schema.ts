import { z } from 'zod'

/** Why an attempt failed. Messages: `webhooks.failure`. */
export const FailureCode = z.enum([
  'ADDRESS_BLOCKED',
  /** The URL violates the current rules; it may have been stored before them. */
  'URL_REFUSED',
  'DNS_NOT_FOUND',
  'DNS_NO_ANSWER',
  'CONNECTION_REFUSED',
  'CONNECTION_CLOSED',
  'UNREACHABLE',
  'TIMEOUT',
  'TLS_WRONG_HOST',
  'TLS_EXPIRED',
  'TLS_UNTRUSTED',
  'TLS_FAILED',
  'HEADERS_TOO_LARGE',
  'NOT_HTTP',
  /** The signing secret cannot be decrypted: APP_SECRET may have changed. */
  'SECRET_UNREADABLE',
  /** The service stopped during the attempt; delivery is unknown. */
  'INTERRUPTED',
  'HUNG_UP',
  /** 410: the receiver unsubscribes. */
  'GONE',
  'REDIRECT',
  'HTTP_STATUS',
  'FAILED',
])
export type FailureCode = z.infer<typeof FailureCode>
