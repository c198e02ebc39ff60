import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresServer } from './postgres-server'
import type { WorkerProcess, WorkerProcesses } from './worker-processes'

/**
 * @property count of processes at the same time
 * @property crashesAfter numbers of kills after which the database crashes
 * @property untilInTheMiddle waits for a moment while outside work is in progress
 */
export type Killing = {
  workers: WorkerProcesses
  cluster: PostgresServer
  chance: () => number
  count: number
  kills: number
  crashesAfter: readonly number[]
  untilInTheMiddle: () => Promise<void>
}

/** Kills the active worker in the middle of its work, at times all workers, and crashes the database after the configured kills. */
export async function killAgainAndAgain(killing: Killing): Promise<void> {
  const { workers, cluster, chance, count, kills, untilInTheMiddle } = killing
  const crashesAfter = [...killing.crashesAfter]
  while (workers.killedAt.size < kills || crashesAfter.length > 0) {
    await untilInTheMiddle()
    if (workers.killedAt.size >= (crashesAfter[0] ?? Infinity)) {
      crashesAfter.shift()
      await cluster.crash()
    }
    const victims = chance() < 0.1 ? workers.alive() : [await findLeader(killing)]
    await Promise.all(victims.flatMap((victim) => (victim ? [workers.kill(victim)] : [])))
    while (workers.alive().length < count) workers.start()
    await Promise.any(workers.alive().map(({ ready }) => ready))
  }
}

/** The leading process; any worker while the database cannot be queried. */
async function findLeader({ workers, cluster, chance }: Killing): Promise<WorkerProcess | undefined> {
  const alive = workers.alive()
  const anyone = alive[Math.floor(chance() * alive.length)]
  try {
    const holders = await cluster.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND granted AND application_name LIKE 'worker-%'`,
    )
    return alive.find(({ name }) => name === holders[0]?.name) ?? anyone
  } catch (error) {
    if (error instanceof Error) return anyone
    throw error
  }
}

/** Moves times forward once a second. @returns ends it */
export function letTimePass(fastForward: () => Promise<void>): () => void {
  let isTicking = false
  const timer = setInterval(() => {
    if (isTicking) return
    isTicking = true
    fastForward()
      // The server is down at times; continue when it is back.
      .catch((error: unknown) => error)
      .finally(() => {
        isTicking = false
      })
  }, 1000)
  return () => clearInterval(timer)
}

/** Waits until nothing is left. No total time limit, as long as there is progress. @throws {Error} if nothing has changed for a minute */
export async function untilNoneLeft(read: () => Promise<{ left: number }>): Promise<void> {
  let before = ''
  let movedAt = Date.now()
  for (;;) {
    const row = await read()
    if (row.left === 0) return
    const state = JSON.stringify(row)
    if (state !== before) movedAt = Date.now()
    before = state
    if (Date.now() - movedAt > STILL_MS) throw new Error(`nothing has moved for ${STILL_MS} ms: ${state}`)
    await pause(250)
  }
}

/** Longer than any pause before a next attempt in these tests, including a lost wake event and a sweep. */
const STILL_MS = 60_000
