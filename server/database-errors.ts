import { type AppError, ServiceUnavailable, TookTooLong, TooMuchAtOnce } from './errors'

export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code, meta } = error as { code?: unknown; meta?: unknown }
  return `${String(code)} ${error.message} ${JSON.stringify(meta ?? '')} ${errorWords(error.cause)}`
}

export function isRetryable(error: unknown): boolean {
  return /\b(P2034|40P01|40001)\b|deadlock detected|could not serialize/.test(errorWords(error))
}

export function isRefusedValue(error: unknown): boolean {
  const isInvalid = error instanceof Error && error.name === 'PrismaClientValidationError'
  return (
    isInvalid ||
    /"originalCode":"(?:2[23]|54)|Code: `(?:2[23]|54)|\bP20(?:00|02|04|07|19|20|23)\b/.test(errorWords(error))
  )
}

export function isLockTimeout(error: unknown): boolean {
  return /\b55P03\b|lock timeout/.test(errorWords(error))
}

const UNREACHABLE =
  /\b(?:P1001|P1002|P1017|57P0[1-3]|08\w{3})\b|Connection terminated|timeout exceeded when trying to connect|Server has closed the connection/

/** Maps an unreachable database or a timeout to an error for the caller; null for any other error. */
export function lateness(error: unknown): AppError | null {
  const text = errorWords(error)
  if (text.includes(UNAVAILABLE) || UNREACHABLE.test(text)) return new ServiceUnavailable()
  if (text.includes(TOO_MUCH_AT_ONCE) || /Unable to start a transaction in the given time/.test(text))
    return new TooMuchAtOnce()
  const isLate = /\b(57014|55P03|25P03)\b|statement timeout|lock timeout|Transaction already closed/.test(text)
  return isLate ? new TookTooLong() : null
}

const TOO_MUCH_AT_ONCE = new TooMuchAtOnce().message
const UNAVAILABLE = new ServiceUnavailable().message
