import type { InngestFunction } from 'inngest'
import { afterAll, beforeAll, vi } from 'vitest'
import type { Runner, RunnerOptions } from '../runner'
import { anApp } from './app'
import { aRunnerDatabase, type TestDatabase } from './database'
import { WAIT } from './wait'

/** Condition of a run that continues later. */
export const ASLEEP = "status = 'running' AND due_at > clock_timestamp()"

export class Notes {
  readonly entries: string[] = []

  say(what: string): string {
    this.entries.push(what)
    return what
  }

  count(what: string): number {
    return this.entries.filter((entry) => entry === what).length
  }
}

export type Scenarios = {
  database: TestDatabase
  send: (name: string, data?: Record<string, unknown>, id?: string) => Promise<void>
  /** Waits for `count` ended runs of a function. @returns their outcomes, oldest first */
  endsOf: (functionId: string, count?: number) => Promise<{ status: string; output: unknown }[]>
  untilAsleep: (functionId: string, count?: number) => Promise<void>
}

export function useScenarios(
  functionsOf: (app: ReturnType<typeof anApp>['inngest']) => InngestFunction.Any[],
  options: Partial<RunnerOptions> = {},
): Scenarios {
  let runner: Runner | undefined
  let app: ReturnType<typeof anApp> | undefined
  const scenarios: Scenarios = {
    database: { url: '', query: async () => [], drop: async () => undefined },
    send: async (name, data = {}, id) => {
      await app?.inngest.send({ name: `test/${name}`, data, ...(id === undefined ? {} : { id }) })
    },
    endsOf: (functionId, count = 1) =>
      vi.waitFor(async () => {
        const ends = await scenarios.database.query<{ status: string; output: unknown }>(
          `SELECT status, output FROM inngest_local.run WHERE function_id = $1 AND status <> 'running'
           ORDER BY ended_at`,
          [`app-${functionId}`],
        )
        if (ends.length < count) throw new Error(`${ends.length} of ${count} runs of ${functionId} have ended`)
        return ends
      }, WAIT),
    untilAsleep: (functionId, count = 1) =>
      vi.waitFor(async () => {
        const asleep = await scenarios.database.query(
          `SELECT FROM inngest_local.run WHERE function_id = $1 AND ${ASLEEP}`,
          [`app-${functionId}`],
        )
        if (asleep.length < count) throw new Error(`${asleep.length} of ${count} runs of ${functionId} sleep`)
      }, WAIT),
  }
  beforeAll(async () => {
    scenarios.database = await aRunnerDatabase()
    app = anApp(scenarios.database.url, 'app')
    runner = app.start(functionsOf(app.inngest), options)
    await runner.ready
  })
  afterAll(async () => {
    await runner?.stop()
    await scenarios.database.drop()
  })
  return scenarios
}

/** Options of a function with this id, triggered by the event of the same name. */
export function on<T extends object>(id: string, options?: T) {
  return { id, triggers: [{ event: `test/${id}` }], retries: 3 as const, ...options } as {
    id: string
    triggers: [{ event: string }]
    retries: 3
  } & T
}
