import type { Logger } from 'inngest'
import { log } from '@/server/log'

/**
 * What the SDK says of the calls that it gets and makes, in our log. Anybody can send one that is unsigned or malformed:
 * that is a line with the reason, never a stack.
 */
export const sdkLog: Logger = { debug: sayAt('debug'), info: sayAt('info'), warn: sayAt('warn'), error: sayAt('warn') }

function sayAt(level: 'debug' | 'info' | 'warn') {
  return (...said: unknown[]): void => {
    const fields = said.filter((one) => typeof one === 'object' && one !== null)
    const message = said.find((one) => typeof one === 'string') ?? 'the jobs were called'
    log[level](Object.assign({}, ...fields.map(withoutStacks)), message)
  }
}

function withoutStacks(fields: object): Record<string, unknown> {
  if (fields instanceof Error) return { reason: fields.message }
  const { err, ...rest } = fields as { err?: unknown }
  if (err === undefined) return rest
  return { ...rest, reason: err instanceof Error ? err.message : JSON.stringify(err) }
}
