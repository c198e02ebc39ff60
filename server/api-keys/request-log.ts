import { env } from '../env'
import { log } from '../log'
import { oncePerProcess, runtime } from '../runtime'
import { insertRequests, type KnownKey, type LoggedRequest } from './queries'

/*
 * The recent requests of each API key. They are buffered in memory and written in batches, so that no request waits for the database; a
 * crash loses the buffer. A debugging aid, not a record: the audit log is authoritative.
 */

const WRITE_AFTER_MS = 1000
const WRITE_AT_ONCE = 500
/** Newer requests are dropped beyond this, so that a slow database cannot exhaust the memory. */
const MAX_HELD = 5000
const MAX_PATH = 200

type Request = Omit<LoggedRequest, 'times'>

type Log = {
  held: LoggedRequest[]
  /**
   * The first buffered 429 of each key; later ones only increment its `times`, so that a client that never backs off cannot fill the disk.
   */
  refusals: Map<string, LoggedRequest>
  leftOut: number
  timer: NodeJS.Timeout | undefined
  writing: Promise<void> | undefined
}

const requests = oncePerProcess('requests', (): Log => {
  runtime.shutdown.set('requests', writeRequests)
  return { held: [], refusals: new Map(), leftOut: 0, timer: undefined, writing: undefined }
})

/** Buffers a completed request. Does not block and never throws. */
export function noteRequest(request: Request): void {
  const refused = request.status === 429 ? requests.refusals.get(whose(request)) : undefined
  if (refused) {
    refused.times += 1
    return
  }
  if (requests.held.length >= MAX_HELD) {
    requests.leftOut += 1
    return
  }
  const held = { ...request, path: request.path.slice(0, MAX_PATH), times: 1 }
  requests.held.push(held)
  if (request.status === 429) requests.refusals.set(whose(request), held)
  plan()
}

const whose = ({ apiKeyId, withPrevious }: KnownKey) => `${apiKeyId} ${withPrevious}`

/** On Vercel no timer outlives the request, so the entry point flushes the buffer after the response. */
function plan(): void {
  if (env.isVercel) return
  if (requests.held.length >= WRITE_AT_ONCE) return void writeRequests()
  requests.timer ??= setTimeout(() => void writeRequests(), WRITE_AFTER_MS).unref()
}

/** Writes the buffer in batches. Never throws: entries that cannot be written are counted and logged. */
export function writeRequests(): Promise<void> {
  clearTimeout(requests.timer)
  requests.timer = undefined
  requests.writing ??= writeAll().finally(() => {
    requests.writing = undefined
  })
  return requests.writing
}

async function writeAll(): Promise<void> {
  while (requests.held.length > 0) {
    const batch = requests.held.splice(0, WRITE_AT_ONCE)
    for (const held of batch) requests.refusals.delete(whose(held))
    try {
      await insertRequests(batch)
    } catch (error) {
      requests.leftOut += batch.length
      log.warn({ err: error }, 'requests could not be written down')
    }
  }
  if (requests.leftOut === 0) return
  log.warn({ leftOut: requests.leftOut }, 'requests are missing in the lists of recent requests')
  requests.leftOut = 0
}
