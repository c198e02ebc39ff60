import { format, stripVTControlCharacters } from 'node:util'

/**
 * A log that cannot be written, on a full disk for one, must not stop requests: unhandled, each error would be written there again. The
 * health check says that it fails (server/log.ts).
 *
 * @param {NodeJS.WriteStream[]} streams
 */
export function surviveFullLog(streams = [process.stdout, process.stderr]) {
  for (const stream of streams) stream.on('error', () => undefined)
}

/** As pino has them (server/log.ts). */
const LEVELS = { debug: 20, log: 30, info: 30, warn: 40, error: 50 }

/**
 * Makes what libraries, Next and Node print in their own ways lines of the log: one JSON object each. What ends the process is printed as
 * it is.
 */
export function printAsLogLines() {
  const write = (level, text) => {
    const line = { level, time: new Date().toISOString(), msg: text }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  }
  for (const [name, level] of Object.entries(LEVELS))
    console[name] = (...values) => write(level, plain(format(...values)))
  process.removeAllListeners('warning')
  process.on('warning', (warning) => write(LEVELS.warn, warning.stack ?? String(warning)))
}

/** Without the colours of a terminal and the space around. */
function plain(text) {
  return stripVTControlCharacters(text).trim()
}
