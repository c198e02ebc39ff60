import type { Logger } from 'inngest'
import { log } from '@/server/log'

/** Routes the SDK's log to ours. Unsigned and malformed requests can come from anyone: log one line with the reason, never a stack. */
export const sdkLog: Logger = { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('warn') }

function logAt(level: 'debug' | 'info' | 'warn') {
  return (...parts: unknown[]): void => {
    const fields = parts.filter((part) => typeof part === 'object' && part !== null)
    const message = parts.find((part) => typeof part === 'string') ?? 'the jobs were called'
    log[level](Object.assign({}, ...fields.map(withoutStacks)), message)
  }
}

function withoutStacks(fields: object): Record<string, unknown> {
  if (fields instanceof Error) return { reason: fields.message }
  const { err, ...rest } = fields as { err?: unknown }
  if (err === undefined) return rest
  return { ...rest, reason: err instanceof Error ? err.message : JSON.stringify(err) }
}
