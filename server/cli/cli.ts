import pino from 'pino'
import { closeDatabase } from '../db'
import { log } from '../log'
import { redirectSecurityLog } from '../security-events'
import { runCommand } from './run-command'

/*
 * Operator commands: `npm run --silent cli -- org:list`. Prints one JSON object to standard output; messages and security log lines go to
 * standard error. Exit code 0 or 1.
 */

// Standard output is reserved for the result, so the log is silenced; errors go to standard error.
log.level = 'silent'
redirectSecurityLog(
  pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true })),
)

const outcome = await runCommand(process.argv.slice(2))
if ('answer' in outcome) console.log(JSON.stringify(outcome.answer))
else {
  console.error(outcome.messages.join('\n'))
  process.exitCode = 1
}

await closeDatabase()
