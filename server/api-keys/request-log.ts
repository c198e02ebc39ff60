import { env } from '../env'
import { log } from '../log'
import { oncePerProcess, processState } from '../process-state'
import { type AuthenticatedKey, insertApiRequests, type LoggedRequest } from './queries'

/*
 * The recent requests of each API key. They are buffered in memory and written in batches, so that no request waits for the database; a
 * crash loses the buffer. A debugging aid, not a record: the audit log is authoritative.
 */

const WRITE_AFTER_MS = 1000
const BATCH_SIZE = 500
const MAX_BUFFERED = 5000
const MAX_PATH = 200

type Request = Omit<LoggedRequest, 'times'>

type RequestBuffer = {
  entries: LoggedRequest[]
  /**
   * The first buffered 429 of each key; later ones only increment its `times`, so that a client that never backs off cannot fill the disk.
   */
  refusals: Map<string, LoggedRequest>
  dropped: number
  timer: NodeJS.Timeout | undefined
  writing: Promise<void> | undefined
}

const requests = oncePerProcess('requests', (): RequestBuffer => {
  processState.shutdown.set('requests', flushApiRequests)
  return { entries: [], refusals: new Map(), dropped: 0, timer: undefined, writing: undefined }
})

/** Buffers a completed request. Does not block and never throws. */
export function recordApiRequest(request: Request): void {
  const bufferedRefusal = request.status === 429 ? requests.refusals.get(refusalKey(request)) : undefined
  if (bufferedRefusal) {
    bufferedRefusal.times += 1
    return
  }
  if (requests.entries.length >= MAX_BUFFERED) {
    requests.dropped += 1
    return
  }
  const entry = { ...request, path: request.path.slice(0, MAX_PATH), times: 1 }
  requests.entries.push(entry)
  if (request.status === 429) requests.refusals.set(refusalKey(request), entry)
  scheduleWrite()
}

const refusalKey = ({ apiKeyId, withPrevious }: AuthenticatedKey) => `${apiKeyId} ${withPrevious}`

/** On Vercel no timer outlives the request, so the entry point flushes the buffer after the response. */
function scheduleWrite(): void {
  if (env.isVercel) return
  if (requests.entries.length >= BATCH_SIZE) return void flushApiRequests()
  requests.timer ??= setTimeout(() => void flushApiRequests(), WRITE_AFTER_MS).unref()
}

export function flushApiRequests(): Promise<void> {
  clearTimeout(requests.timer)
  requests.timer = undefined
  requests.writing ??= writeAll().finally(() => {
    requests.writing = undefined
  })
  return requests.writing
}

async function writeAll(): Promise<void> {
  while (requests.entries.length > 0) {
    const batch = requests.entries.splice(0, BATCH_SIZE)
    for (const entry of batch) requests.refusals.delete(refusalKey(entry))
    try {
      await insertApiRequests(batch)
    } catch (error) {
      requests.dropped += batch.length
      log.warn({ err: error }, 'requests could not be written down')
    }
  }
  if (requests.dropped === 0) return
  log.warn({ leftOut: requests.dropped }, 'requests are missing in the lists of recent requests')
  requests.dropped = 0
}
