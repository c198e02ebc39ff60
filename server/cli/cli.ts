import pino from 'pino'
import { closeDatabase } from '../db'
import { log } from '../log'
import { writeEventsTo } from '../security-events'
import { runCommand } from './run'

/*
 * The operator's commands: `npm run --silent cli -- org:list`. One JSON object on standard output; messages, and the lines
 * of the security log, on standard error; exit code 0 or 1.
 */

// The log writes to standard output, which belongs to the answer; what goes wrong is told on standard error instead.
log.level = 'silent'
// Security events are told there too, one JSON object a line.
writeEventsTo(pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true })))

const outcome = await runCommand(process.argv.slice(2))
if ('answer' in outcome) console.log(JSON.stringify(outcome.answer))
else {
  console.error(outcome.messages.join('\n'))
  process.exitCode = 1
}

await closeDatabase()
