import { type AppError, ServiceUnavailable, StatementTimeout } from './errors'

export function errorChainText(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code, meta } = error as { code?: unknown; meta?: unknown }
  return `${String(code)} ${error.message} ${JSON.stringify(meta ?? '')} ${errorChainText(error.cause)}`
}

export function isRetryableTransactionError(error: unknown): boolean {
  return /\b(P2034|40P01|40001)\b|deadlock detected|could not serialize/.test(errorChainText(error))
}

export function isInvalidValueError(error: unknown): boolean {
  const isInvalid = error instanceof Error && error.name === 'PrismaClientValidationError'
  return (
    isInvalid ||
    /"originalCode":"(?:2[23]|54)|Code: `(?:2[23]|54)|\bP20(?:00|02|04|07|19|20|23)\b/.test(errorChainText(error))
  )
}

export function isLockTimeout(error: unknown): boolean {
  return /\b55P03\b|lock timeout/.test(errorChainText(error))
}

const UNREACHABLE =
  /\b(?:P1001|P1002|P1017|57P0[1-3]|08\w{3})\b|Connection terminated|timeout exceeded when trying to connect|Unable to start a transaction in the given time|Server has closed the connection/

/** Maps an unreachable database or a timeout to an error for the caller; null for any other error. */
export function toUnavailableOrTimeoutError(error: unknown): AppError | null {
  const text = errorChainText(error)
  if (text.includes(UNAVAILABLE) || UNREACHABLE.test(text)) return new ServiceUnavailable()
  const isLate = /\b(57014|55P03|25P03)\b|statement timeout|lock timeout|Transaction already closed/.test(text)
  return isLate ? new StatementTimeout() : null
}

const UNAVAILABLE = new ServiceUnavailable().message
