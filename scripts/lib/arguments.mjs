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

function parse(usage, config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Refusal(`${error.message.split('. ')[0]}. ${usage}`, { cause: error })
  }
}
