import { parseArgs } from 'node:util'
import { getErrorMessage, OperatorError } from './operator-error.mjs'

/** @typedef {NonNullable<import('node:util').ParseArgsConfig['options']>} Options without `multiple` */

/**
 * Parses the command line of a script.
 *
 * @param {string} usage a sentence that ends each error message
 * @param {{ options?: Options, words?: number, args?: string[] }} allowed `words`: the maximum of positional arguments, 0 by default
 * @returns {{ values: Record<string, string | boolean | undefined>, words: string[] }}
 * @throws {OperatorError} for an unknown option or too many arguments
 */
export function parseArguments(usage, { options = {}, words = 0, args = process.argv.slice(2) }) {
  const { values, positionals } = parse(usage, args, options)
  if (positionals.length > words) throw new OperatorError(`Unexpected argument '${positionals[words]}'. ${usage}`)
  return { values: /** @type {Record<string, string | boolean | undefined>} */ (values), words: positionals }
}

/**
 * @param {string} usage
 * @param {string[]} args
 * @param {Options} options
 */
function parse(usage, args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new OperatorError(`${getErrorMessage(error).split('. ')[0]}. ${usage}`, { cause: error })
  }
}
