/** Why no status arrived, and what the owner of the address is told. */
const SENTENCES = {
  ADDRESS_BLOCKED: 'The host name leads to a private or reserved address.',
  URL_REFUSED: 'This address may not be called.',
  DNS_NOT_FOUND: 'The host name was not found.',
  DNS_NO_ANSWER: 'The name servers of this host did not answer.',
  CONNECTION_REFUSED: 'Nothing listens at this address.',
  CONNECTION_CLOSED: 'The connection was closed before an answer arrived.',
  UNREACHABLE: 'The address could not be reached.',
  TIMEOUT: 'No answer within 10 seconds.',
  TLS_WRONG_HOST: 'The certificate is for another host name.',
  TLS_EXPIRED: 'The certificate has expired or is not yet valid.',
  TLS_UNTRUSTED: 'The certificate was not issued by an authority that is trusted.',
  TLS_FAILED: 'No secure connection could be made (TLS 1.2 or newer is needed).',
  HEADERS_TOO_LARGE: 'The headers of the answer are larger than 16 KiB.',
  NOT_HTTP: 'The answer is not valid HTTP.',
  SECRET_UNREADABLE: 'The signing secret cannot be read. Was APP_SECRET changed?',
  INTERRUPTED: 'The service stopped during this attempt; whether it arrived is unknown.',
  HUNG_UP: 'The connection is no longer needed.',
  FAILED: 'The request failed.',
} as const

export type FailureCode = keyof typeof SENTENCES

export class DialFailure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, sentence = '') {
    super(sentence || SENTENCES[code])
    this.name = 'DialFailure'
    this.code = code
  }
}

/** `CODE: sentence`, for whatever was thrown on the way to an answer. */
export function failureWords(error: unknown): string {
  const failure = error instanceof DialFailure ? error : new DialFailure(failureCode(error))
  return `${failure.code}: ${failure.message}`
}

function failureCode(error: unknown): FailureCode {
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string }
  const known = CODES[code]
  if (known) return known
  if (name === 'HTTPParserError' || code.startsWith('HPE_')) return 'NOT_HTTP'
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'TLS_FAILED'
  return 'FAILED'
}

const CODES: Record<string, FailureCode> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_CLOSED',
  EPIPE: 'CONNECTION_CLOSED',
  UND_ERR_SOCKET: 'CONNECTION_CLOSED',
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
  UND_ERR_INFO: 'CONNECTION_CLOSED',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'NOT_HTTP',
  UND_ERR_HEADERS_OVERFLOW: 'HEADERS_TOO_LARGE',
}
