import { checkHealth, type Health } from '../health/health'
import { log } from '../log'
import { VERSION } from '../version'
import { probeRest } from './rest'

/** Whoever asks more often is told what the last one was told. */
const KEPT_MS = 1000
type Report = Health & { api?: 'failing'; version: string }

let last: { at: number; health: Promise<Report> } | undefined

/**
 * GET /api/health: 200 when the service can do its work, 503 with the failing part otherwise. Open to everybody, and so
 * looked up at most once a second.
 */
export async function handleHealth(): Promise<Response> {
  if (!last || performance.now() - last.at > KEPT_MS) last = { at: performance.now(), health: look() }
  const health = await last.health
  return Response.json(health, { status: health.status === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } })
}

/** The database and the jobs, and whether a request with a key would get through. */
async function look(): Promise<Report> {
  const health = { ...(await checkHealth()), version: VERSION }
  if (health.database !== 'ok') return health
  try {
    await probeRest()
    return health
  } catch (error) {
    log.error({ err: error }, 'a request with an API key would fail')
    return { ...health, status: 'unavailable', api: 'failing' }
  }
}
