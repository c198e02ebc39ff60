import { z } from 'zod'
import { OPERATOR_CONTEXT, runAsActor } from '../actor-context'
import { AppError, ValidationError } from '../errors'
import { zodMessageToLocalizableMessage } from '../messages/localizable-message'
import { translateLocalizableMessage } from '../messages/translate-localizable-message'
import { COMMANDS } from './commands'
import { UsageError } from './flags'

export type CommandOutcome = { answer: object } | { messages: string[] }

const BACKUP_COMMANDS = ['  backup --file FILE', '  restore --file FILE']

export async function runCommand([name, ...args]: readonly string[]): Promise<CommandOutcome> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const all = [
      ...Object.entries(COMMANDS).map(([known, { usage }]) => `  ${known} ${usage}`.trimEnd()),
      ...BACKUP_COMMANDS,
    ]
    return {
      messages: [name === undefined ? 'Choose a command.' : `There is no command ${name}.`, 'Commands:', ...all],
    }
  }
  try {
    return { answer: await runAsActor(OPERATOR_CONTEXT, () => command.run(args)) }
  } catch (error) {
    const usage = error instanceof UsageError ? [`Usage: ${name} ${command.usage}`.trimEnd()] : []
    return { messages: [...errorSentences(error), ...usage] }
  }
}

function errorSentences(error: unknown): string[] {
  if (error instanceof UsageError) return [error.message]
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) =>
      fieldSentence(path.join('.'), translateLocalizableMessage('en', zodMessageToLocalizableMessage(message))),
    )
  if (!(error instanceof AppError)) return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  // The field messages are more specific than the error's own message.
  if (error instanceof ValidationError)
    return Object.entries(error.details ?? {}).map(([field, message]) => fieldSentence(field, String(message)))
  return [error.message]
}

function fieldSentence(field: string, message: string): string {
  return field === '' ? message : `${field}: ${message}`
}
