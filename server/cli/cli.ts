import { closeDatabase } from '../db'
import { log } from '../log'
import { runCommand } from './run'

/*
 * The operator's commands: `npm run --silent cli -- org:list`. One JSON object on standard output, messages on standard
 * error, exit code 0 or 1.
 */

// The log writes to standard output, which belongs to the answer; what goes wrong is told on standard error instead.
log.level = 'silent'

const outcome = await runCommand(process.argv.slice(2))
if ('answer' in outcome) console.log(JSON.stringify(outcome.answer))
else {
  console.error(outcome.messages.join('\n'))
  process.exitCode = 1
}

await closeDatabase()
