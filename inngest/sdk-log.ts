import type { Logger } from 'inngest'
import { log } from '@/server/log'

/** Routes the SDK's log to ours. Unsigned and malformed requests can come from anyone: log one line with the reason, never a stack. */
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
