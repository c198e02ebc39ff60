import { OperatorError } from '../lib/operator-error.mjs'
import { parseArguments } from '../lib/parse-arguments.mjs'

/** The option of every benchmark: a size that takes under a minute and only shows that the benchmark works. */
export const SMALL_RUN_OPTION = /** @type {const} */ ({ small: { type: 'boolean', default: false } })

/**
 * Reads the command line of a benchmark that takes a count and `--small`.
 *
 * @param {string} usage
 * @param {{ normal: number, small: number }} defaults the count by default
 * @param {import('node:util').ParseArgsConfig['options']} [options] further ones
 * @returns {{ count: number, values: Record<string, string | boolean | undefined> }}
 * @throws {OperatorError}
 */
export function readCountAndOptions(usage, defaults, options = {}) {
  const { values, words } = parseArguments(usage, { options: { ...SMALL_RUN_OPTION, ...options }, words: 1 })
  const [count = String(values.small ? defaults.small : defaults.normal)] = words
  if (!/^[1-9]\d{0,8}$/.test(count)) throw new OperatorError(`${count} is not a count. ${usage}`)
  return { count: Number(count), values }
}

/**
 * Reads the command line of a benchmark that takes only `--small`.
 *
 * @returns {string[]} the arguments for the benchmark's own process
 * @throws {OperatorError}
 */
export function readSmallRunArguments() {
  const { values } = parseArguments('The only option is --small.', { options: SMALL_RUN_OPTION })
  return values.small ? ['--small'] : []
}
