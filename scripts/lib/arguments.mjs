import { parseArgs } from 'node:util'
import { Refusal } from './checkout.mjs'

/**
 * What stands on the command line of a script, beside its own name.
 *
 * @param {string} usage what may stand there, in a sentence
 * @param {{ options?: import('node:util').ParseArgsConfig['options'], words?: number, args?: string[] }} may `words`: how many
 *   arguments without a dash there may be at most; none unless told
 * @returns {{ values: Record<string, string | boolean | undefined>, words: string[] }}
 * @throws {Refusal} for anything else
 */
export function readArguments(usage, { options = {}, words = 0, args = process.argv.slice(2) }) {
  const { values, positionals } = parse(usage, { args, options, allowPositionals: true })
  if (positionals.length > words) throw new Refusal(`Unexpected argument '${positionals[words]}'. ${usage}`)
  return { values, words: positionals }
}

/**
 * The one argument of a script, where that is a count.
 *
 * @param {string} usage
 * @param {number} fallback
 * @throws {Refusal}
 */
export function readCount(usage, fallback) {
  const [given = String(fallback)] = readArguments(usage, { words: 1 }).words
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Refusal(`${given} is not a count. ${usage}`)
  return Number(given)
}

function parse(usage, config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Refusal(`${error.message.split('. ')[0]}. ${usage}`, { cause: error })
  }
}
