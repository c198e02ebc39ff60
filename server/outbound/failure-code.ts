import { z } from 'zod'

export const FailureCode = z.enum([
  'ADDRESS_BLOCKED',
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
  'SECRET_UNREADABLE',
  'INTERRUPTED',
  'HUNG_UP',
  'GONE',
  'REDIRECT',
  'HTTP_STATUS',
  'FAILED',
])
export type FailureCode = z.infer<typeof FailureCode>
