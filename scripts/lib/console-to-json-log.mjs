import { format, stripVTControlCharacters } from 'node:util'

/**
 * Ignores write errors of a log, such as those of a full disk: unhandled, each would be logged again, and end the process. The health
 * check reports them (server/log.ts).
 *
 * @param {NodeJS.WriteStream[]} streams
 */
export function ignoreLogErrors(streams = [process.stdout, process.stderr]) {
  for (const stream of streams) stream.on('error', () => undefined)
}

/** pino's levels (server/log.ts). */
const LEVELS = /** @type {const} */ ({ debug: 20, log: 30, info: 30, warn: 40, error: 50 })

/** Turns the console output of libraries, Next and Node into JSON lines of the log. Uncaught errors are printed unchanged. */
export function logConsoleOutput() {
  const write = (/** @type {number} */ level, /** @type {string} */ text) => {
    const line = { level, time: new Date().toISOString(), msg: text }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  }
  for (const name of /** @type {(keyof typeof LEVELS)[]} */ (Object.keys(LEVELS)))
    console[name] = (...values) => write(LEVELS[name], plain(format(...values)))
  process.removeAllListeners('warning')
  process.on('warning', (warning) => write(LEVELS.warn, warning.stack ?? String(warning)))
}

/**
 * Without terminal colours and surrounding space.
 *
 * @param {string} text
 */
function plain(text) {
  return stripVTControlCharacters(text).trim()
}
