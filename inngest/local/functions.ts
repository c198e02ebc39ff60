import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import type { JobEvent } from './events'

/* Functions as the SDK describes them in a sync response, and the subset that the embedded runner supports. */

const Trigger = z.looseObject({ event: z.string().optional(), cron: z.string().optional() })
const Concurrency = z.object({ limit: z.number().int(), key: z.string().optional(), scope: z.string().optional() })

const Description = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(Trigger),
  steps: z.record(z.string(), z.looseObject({ retries: z.object({ attempts: z.number().int() }).optional() })),
  concurrency: z.union([z.number().int(), Concurrency, z.array(Concurrency)]).optional(),
})
type Description = z.infer<typeof Description>

const Synced = z.looseObject({ functions: z.array(Description) })

export type Limit = { limit: number; keyOf: (event: JobEvent) => string }

export type JobFunction = {
  id: string
  events: string[]
  /** With an optional leading `TZ=<zone> `. */
  crons: string[]
  /** Attempts per step, including the first. */
  maxAttempts: number
  limits: Limit[]
}

const DEFAULT_RETRIES = 4
/** Options that the SDK serializes under other names. */
const OPTIONS: Record<string, string> = { cancel: 'cancelOn', expression: 'a trigger with a condition (if)' }
/** Prefix of events that only a server sends. */
const SERVER_EVENT = 'inngest/'
const KEY = /^event\.data((?:\.[A-Za-z_]\w*)+)$/

/** @throws {Error} naming every option that needs a real Inngest server, so that startup fails */
export function readFunctions(synced: unknown): JobFunction[] {
  const { functions } = Synced.parse(synced)
  const faults = functions.flatMap(descriptionFaults)
  if (faults.length > 0)
    throw new Error(`Not supported by the embedded runner (use an Inngest server): ${faults.join('; ')}`)
  return functions.map(read)
}

export function nextFiring(cron: string, after: Date): Date {
  const [, zone, expression = cron] = /^TZ=(\S+)\s(.*)$/.exec(cron) ?? []
  return CronExpressionParser.parse(expression, { currentDate: after, tz: zone ?? 'UTC' })
    .next()
    .toDate()
}

function read({ id, triggers, steps, concurrency }: Description): JobFunction {
  return {
    id,
    events: triggers.flatMap(({ event }) => event ?? []),
    crons: triggers.flatMap(({ cron }) => cron ?? []),
    maxAttempts: 1 + (Object.values(steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES),
    limits: concurrencyLimits(concurrency).map(({ limit, key }) => ({
      limit,
      keyOf: (event) => (key === undefined ? '' : readKey(key, event)),
    })),
  }
}

function descriptionFaults(described: Description): string[] {
  const { id, triggers, concurrency } = described
  const limits = concurrencyLimits(concurrency)
  return [
    ...unknownOptions(described, Description),
    ...(triggers.length === 0 ? ['a function without a trigger'] : []),
    ...triggers.flatMap(triggerFaults),
    ...(limits.some(({ scope }) => scope !== undefined && scope !== 'fn') ? ['concurrency beyond the function'] : []),
    ...limits.flatMap(({ key }) => (key === undefined || KEY.test(key) ? [] : [`the concurrency key ${key}`])),
  ].map((fault) => `${id}: ${fault}`)
}

function triggerFaults(trigger: z.infer<typeof Trigger>): string[] {
  const { event, cron } = trigger
  // How the SDK describes an `onFailure` handler; its trigger also has a condition.
  if (event === 'inngest/function.failed') return ['onFailure']
  return [
    ...unknownOptions(trigger, Trigger),
    ...(event?.startsWith(SERVER_EVENT) ? [`the event ${event}`] : []),
    ...(cron === undefined || isCron(cron) ? [] : [`the schedule ${cron}`]),
  ]
}

function unknownOptions(described: object, { shape }: { shape: object }): string[] {
  return Object.keys(described).flatMap((option) => (Object.hasOwn(shape, option) ? [] : [OPTIONS[option] ?? option]))
}

function isCron(cron: string): boolean {
  try {
    return nextFiring(cron, new Date()) instanceof Date
  } catch (error) {
    return !(error instanceof Error)
  }
}

function concurrencyLimits(concurrency: Description['concurrency']): z.infer<typeof Concurrency>[] {
  if (concurrency === undefined) return []
  if (typeof concurrency === 'number') return [{ limit: concurrency }]
  return [concurrency].flat()
}

/** Strings as they are, other values as JSON; events that lack the key share one value. */
function readKey(key: string, { data }: JobEvent): string {
  const names = KEY.exec(key)?.[1]?.split('.').slice(1) ?? []
  const value = names.reduce<unknown>(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    data,
  )
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
