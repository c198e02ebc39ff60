import { type AppError, ServiceUnavailable, TookTooLong, TooMuchAtOnce } from './errors'

/** Codes and messages of an error of Prisma, its adapter or the driver, including its causes. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code, meta } = error as { code?: unknown; meta?: unknown }
  return `${String(code)} ${error.message} ${JSON.stringify(meta ?? '')} ${errorWords(error.cause)}`
}

export function isRetryable(error: unknown): boolean {
  return /\b(P2034|40P01|40001)\b|deadlock detected|could not serialize/.test(errorWords(error))
}

/** A value that PostgreSQL refuses (SQLSTATE classes 22, 23 and 54); a retry would fail too. */
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

/** Codes of Prisma, of PostgreSQL during shutdown and startup (class 57P), and of the driver for lost connections. */
const UNREACHABLE =
  /\b(?:P1001|P1002|P1017|57P0[1-3]|08\w{3})\b|Connection terminated|timeout exceeded when trying to connect|Server has closed the connection/

/** Maps an unreachable database or a timeout to an error for the caller; null for any other error. */
export function lateness(error: unknown): AppError | null {
  const words = errorWords(error)
  if (words.includes(UNAVAILABLE) || UNREACHABLE.test(words)) return new ServiceUnavailable()
  if (words.includes(TOO_MUCH_AT_ONCE) || /Unable to start a transaction in the given time/.test(words))
    return new TooMuchAtOnce()
  const isLate = /\b(57014|55P03|25P03)\b|statement timeout|lock timeout|Transaction already closed/.test(words)
  return isLate ? new TookTooLong() : null
}

const TOO_MUCH_AT_ONCE = new TooMuchAtOnce().message
const UNAVAILABLE = new ServiceUnavailable().message
