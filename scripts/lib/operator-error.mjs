import path from 'node:path'

/** The folder that holds package.json, whatever folder a command was started in. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** An error for the operator: its message is printed without a stack. */
export class OperatorError extends Error {
  /** @override */
  name = 'OperatorError'
}

/**
 * Runs the body of a command. A failure is printed (a OperatorError without its stack) and ends the process with exit code 1.
 *
 * @template T
 * @param {() => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function exitOnError(body) {
  try {
    return await body()
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    process.exit(1)
  }
}

/** Faults of the file system, not of the code: the message names the file, so no stack is needed. */
const FILE_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'])

/**
 * @param {unknown} error
 * @returns {string}
 */
export function formatError(error) {
  if (error instanceof OperatorError) return error.message
  if (error instanceof Error && FILE_ERRORS.has(getErrorCode(error)) && 'path' in error) return `${error.message}.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * @param {unknown} error
 * @returns {string} the code of an error of Node or PostgreSQL, empty without one
 */
export function getErrorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function getErrorMessage(error) {
  return error instanceof Error ? error.message : String(error)
}
