import { evaluate, parse } from '@marcbachmann/cel-js'
import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'

/*
 * The functions as the SDK describes them when it is asked to sync, and what of that the embedded runner understands.
 */

const Concurrency = z.object({ limit: z.number().int(), key: z.string().optional(), scope: z.string().optional() })

const Description = z.looseObject({
  id: z.string(),
  triggers: z.array(
    z.looseObject({ event: z.string().optional(), cron: z.string().optional(), expression: z.string().optional() }),
  ),
  steps: z.record(z.string(), z.looseObject({ retries: z.object({ attempts: z.number().int() }).optional() })),
  concurrency: z.union([z.number().int(), Concurrency, z.array(Concurrency)]).optional(),
})

export const Synced = z.looseObject({ functions: z.array(Description) })

/** A limit on how many steps run at once: of the whole function, or for each value of the key. */
export type Limit = { limit: number; keyOf: (event: JobEvent) => string }

export type JobFunction = {
  id: string
  events: { name: string; matches: (event: JobEvent) => boolean }[]
  /** With an optional leading `TZ=<zone> `. */
  crons: string[]
  /** Tries per step, the first included. */
  maxAttempts: number
  limits: Limit[]
}

export type JobEvent = { id: string; name: string; data: Record<string, unknown>; ts: number }

/** Inngest's own default. */
const DEFAULT_RETRIES = 4
const UNSUPPORTED = [
  'debounce',
  'throttle',
  'rateLimit',
  'batchEvents',
  'priority',
  'singleton',
  'timeouts',
  'idempotency',
  'cancel',
]

/**
 * @throws {Error} naming every option that needs a real Inngest server: better at the start than silently otherwise.
 */
export function readFunctions(synced: unknown): JobFunction[] {
  const { functions } = Synced.parse(synced)
  const faults = functions.flatMap(faultsOf)
  if (faults.length > 0)
    throw new Error(`Not supported by the embedded runner (use an Inngest server): ${faults.join('; ')}`)
  return functions.map((described) => ({
    id: described.id,
    events: described.triggers.flatMap(({ event, expression }) =>
      event ? [{ name: event, matches: matcher(expression) }] : [],
    ),
    crons: described.triggers.flatMap(({ cron }) => cron ?? []),
    maxAttempts: 1 + (Object.values(described.steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES),
    limits: limitsOf(described.concurrency).map(({ limit, key }) => ({ limit, keyOf: keyReader(key) })),
  }))
}

/** When a schedule fires next. */
export function nextFiring(cron: string, after: Date): Date {
  const [, zone, expression = cron] = /^TZ=(\S+)\s+(.*)$/.exec(cron) ?? []
  return CronExpressionParser.parse(expression, { currentDate: after, tz: zone ?? 'UTC' })
    .next()
    .toDate()
}

function faultsOf(described: z.infer<typeof Description>): string[] {
  const options = UNSUPPORTED.filter((option) => described[option] !== undefined)
  const scoped = limitsOf(described.concurrency).some(({ scope }) => scope !== undefined && scope !== 'fn')
  const expressions = [
    ...described.triggers.map(({ expression }) => expression),
    ...limitsOf(described.concurrency).map(({ key }) => key),
  ]
  const unreadable = expressions.filter((expression) => expression !== undefined && !isReadable(expression))
  return [
    ...options.map((option) => `${described.id}: ${option}`),
    ...(scoped ? [`${described.id}: concurrency beyond the function`] : []),
    ...unreadable.map((expression) => `${described.id}: the expression ${expression}`),
  ]
}

function isReadable(expression: string): boolean {
  try {
    parse(expression)
    return true
  } catch (error) {
    return !(error instanceof Error)
  }
}

function limitsOf(concurrency: z.infer<typeof Description>['concurrency']) {
  if (concurrency === undefined) return []
  if (typeof concurrency === 'number') return [{ limit: concurrency, key: undefined, scope: undefined }]
  return [concurrency].flat()
}

function matcher(expression: string | undefined): (event: JobEvent) => boolean {
  if (expression === undefined) return () => true
  return (event) => evaluate(expression, { event }) === true
}

function keyReader(key: string | undefined): (event: JobEvent) => string {
  if (key === undefined) return () => ''
  return (event) => String(evaluate(key, { event }))
}
