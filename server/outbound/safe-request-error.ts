import { FailureCode } from './failure-code'

export class SafeRequestError extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode) {
    super(code)
    this.name = 'SafeRequestError'
    this.code = code
  }
}

export function parseFailureCode(column: string | null): FailureCode | null {
  return column === null ? null : FailureCode.catch('FAILED').parse(column)
}

export function toFailureCode(error: unknown): FailureCode {
  if (error instanceof SafeRequestError) return error.code
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string }
  const known = CODES_BY_SYSTEM_ERROR[code]
  if (known) return known
  if (name === 'HTTPParserError' || code.startsWith('HPE_')) return 'NOT_HTTP'
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'TLS_FAILED'
  return 'FAILED'
}

const CODES_BY_SYSTEM_ERROR: Record<string, FailureCode> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_CLOSED',
  EPIPE: 'CONNECTION_CLOSED',
  EHOSTUNREACH: 'UNREACHABLE',
  ENETUNREACH: 'UNREACHABLE',
  EADDRNOTAVAIL: 'UNREACHABLE',
  ETIMEDOUT: 'UNREACHABLE',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS_WRONG_HOST',
  CERT_HAS_EXPIRED: 'TLS_EXPIRED',
  CERT_NOT_YET_VALID: 'TLS_EXPIRED',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS_UNTRUSTED',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS_UNTRUSTED',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS_UNTRUSTED',
  UNABLE_TO_GET_ISSUER_CERT: 'TLS_UNTRUSTED',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS_UNTRUSTED',
  CERT_SIGNATURE_FAILURE: 'TLS_UNTRUSTED',
  EPROTO: 'TLS_FAILED',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}
