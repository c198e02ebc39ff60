import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import { compileCondition, compileKey, isReadable, type Scope } from './expressions'

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
  idempotency: z.string().optional(),
  cancel: z.array(z.looseObject({ event: z.string(), if: z.string().optional() })).optional(),
})
type Description = z.infer<typeof Description>

const Synced = z.looseObject({ functions: z.array(Description) })

export type JobEvent = { id: string; name: string; data: Record<string, unknown>; ts: number }

/** A limit on how many runs execute at once: of the whole function, or for each value of the key. */
export type Limit = { limit: number; keyOf: (event: JobEvent) => string }

export type JobFunction = {
  id: string
  triggers: { event: string; isMet: (scope: Scope) => boolean }[]
  /** With an optional leading `TZ=<zone> `. */
  crons: string[]
  /** An event that ends running runs; the condition sees it as `async`, beside the run's own event. */
  cancels: { event: string; isMet: (scope: Scope) => boolean }[]
  /** Events with one key start one run a day. */
  idempotencyKeyOf: ((event: JobEvent) => string) | undefined
  /** Tries per step, the first included. */
  maxAttempts: number
  limits: Limit[]
}

/** Inngest's own default. */
const DEFAULT_RETRIES = 4
const UNSUPPORTED = ['debounce', 'throttle', 'rateLimit', 'batchEvents', 'priority', 'singleton', 'timeouts']

/**
 * @throws {Error} naming every option that needs a real Inngest server: better at the start than silently otherwise.
 */
export function readFunctions(synced: unknown): JobFunction[] {
  const { functions } = Synced.parse(synced)
  const faults = functions.flatMap(descriptionFaults)
  if (faults.length > 0)
    throw new Error(`Not supported by the embedded runner (use an Inngest server): ${faults.join('; ')}`)
  return functions.map(read)
}

/** When a schedule fires next. */
export function nextFiring(cron: string, after: Date): Date {
  const [, zone, expression = cron] = /^TZ=(\S+)\s+(.*)$/.exec(cron) ?? []
  return CronExpressionParser.parse(expression, { currentDate: after, tz: zone ?? 'UTC' })
    .next()
    .toDate()
}

function read({ id, triggers, cancel = [], idempotency, steps, concurrency }: Description): JobFunction {
  return {
    id,
    triggers: triggers.flatMap(({ event, expression }) =>
      event ? [{ event, isMet: compileCondition(expression) }] : [],
    ),
    crons: triggers.flatMap(({ cron }) => cron ?? []),
    cancels: cancel.map(({ event, if: expression }) => ({ event, isMet: compileCondition(expression) })),
    idempotencyKeyOf: idempotency === undefined ? undefined : compileKey(idempotency),
    maxAttempts: 1 + (Object.values(steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES),
    limits: concurrencyLimits(concurrency).map(({ limit, key }) => ({
      limit,
      keyOf: key === undefined ? () => '' : compileKey(key),
    })),
  }
}

function descriptionFaults(described: Description): string[] {
  const { id, triggers, concurrency, idempotency, cancel = [] } = described
  const isScoped = concurrencyLimits(concurrency).some(({ scope }) => scope !== undefined && scope !== 'fn')
  const expressions = [
    idempotency,
    ...triggers.map(({ expression }) => expression),
    ...cancel.map((one) => one.if),
    ...concurrencyLimits(concurrency).map(({ key }) => key),
  ].filter((expression) => expression !== undefined)
  return [
    ...UNSUPPORTED.filter((option) => described[option] !== undefined),
    ...(isScoped ? ['concurrency beyond the function'] : []),
    ...(cancel.some(({ timeout }) => timeout !== undefined) ? ['cancelOn with a timeout'] : []),
    ...triggers.flatMap(({ cron }) => (cron === undefined || isCron(cron) ? [] : [`the schedule ${cron}`])),
    ...expressions.filter((expression) => !isReadable(expression)).map((expression) => `the expression ${expression}`),
  ].map((fault) => `${id}: ${fault}`)
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
