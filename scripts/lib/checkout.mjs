import path from 'node:path'

/** The folder that holds package.json, whatever folder a command was started in. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** A failure whose message already says everything: it is printed alone, without a stack. */
export class Refusal extends Error {
  name = 'Refusal'
}

/**
 * Runs the body of a command and ends the process with 1 when it fails: a Refusal as its sentence, anything else with its stack.
 *
 * @template T
 * @param {() => Promise<T>} body
 * @returns {Promise<T>} what it returns
 */
export async function command(body) {
  try {
    return await body()
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    process.exit(1)
  }
}

/** Of the file system: what is wrong is not in the code, and the message names the file. */
const FILE_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'])

/**
 * @param {unknown} error
 * @returns {string}
 */
export function errorSentence(error) {
  if (error instanceof Refusal) return error.message
  if (error instanceof Error && FILE_ERRORS.has(error.code) && error.path !== undefined) return `${error.message}.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
