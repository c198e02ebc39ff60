import { z } from 'zod'
import { db, pool } from '../db'
import { AppError } from '../errors'
import { log } from '../log'
import { COMMANDS } from './commands'
import { UsageError } from './flags'

/*
 * The operator's commands: `npm run --silent cli -- org:list`. One JSON object on standard output, messages on standard
 * error, exit code 0 or 1.
 */

// The log writes to standard output, which belongs to the answer; what goes wrong is told on standard error instead.
log.level = 'silent'

process.exitCode = await main(process.argv.slice(2))
await db.$disconnect()
await pool.end()

async function main([name, ...args]: string[]): Promise<0 | 1> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    console.error(name === undefined ? 'Give a command.' : `There is no command ${name}.`)
    console.error(`Commands:\n${Object.entries(COMMANDS).map(usageOf).join('\n')}`)
    return 1
  }
  try {
    console.log(JSON.stringify(await command.run(args)))
    return 0
  } catch (error) {
    console.error(sentencesOf(error).join('\n'))
    if (error instanceof UsageError) console.error(`Usage: ${usageOf([name ?? '', command]).trim()}`)
    return 1
  }
}

function usageOf([name, { usage }]: [string, { usage: string }]): string {
  return `  ${name} ${usage}`.trimEnd()
}

/** What went wrong, by field where a field is at fault; the whole of an error that nobody foresaw. */
function sentencesOf(error: unknown): string[] {
  if (error instanceof UsageError) return [error.message]
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => fieldSentence(path.join('.'), message))
  if (!(error instanceof AppError)) return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  const fields = Object.entries(error.details ?? {})
  return [error.message, ...fields.map(([field, message]) => fieldSentence(field, String(message)))]
}

function fieldSentence(field: string, message: string): string {
  return field === '' ? message : `${field}: ${message}`
}
