import { z } from 'zod'

/** Why an attempt did not arrive. Words for each stand in the messages (`webhooks.failure`). */
export const FailureCode = z.enum([
  /** The host name leads to a private or reserved address. */
  'ADDRESS_BLOCKED',
  /** The address may not be called: what is dialled may have been stored before today's rules. */
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
  /** The signing secret cannot be read: APP_SECRET may have been changed. */
  'SECRET_UNREADABLE',
  /** The service stopped during the attempt; whether it arrived is unknown. */
  'INTERRUPTED',
  /** The connection is no longer needed. */
  'HUNG_UP',
  /** 410: the receiver wants no more events. */
  'GONE',
  /** Redirects are not followed. */
  'REDIRECT',
  /** Any other status that is not 2xx. */
  'HTTP_STATUS',
  'FAILED',
])
export type FailureCode = z.infer<typeof FailureCode>
