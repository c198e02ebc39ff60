import { checkHealth, type Health } from '../../health/health'
import { log } from '../../log'
import { VERSION } from '../../version'
import { assertRestOperational } from './rest'

const CACHE_MS = 1000
type Report = Health & { api?: 'failing'; version: string }

let cached: { at: number; health: Promise<Report> } | undefined

/** GET /api/health: 200 if healthy, else 503 with the failing part. Public, so checked at most once a second. */
export async function handleHealth(): Promise<Response> {
  if (!cached || performance.now() - cached.at > CACHE_MS) cached = { at: performance.now(), health: runChecks() }
  const health = await cached.health
  return Response.json(health, { status: health.status === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } })
}

async function runChecks(): Promise<Report> {
  const health = { ...(await checkHealth()), version: VERSION }
  if (health.database !== 'ok') return health
  try {
    await assertRestOperational()
    return health
  } catch (error) {
    log.error({ err: error }, 'a request with an API key would fail')
    return { ...health, status: 'unavailable', api: 'failing' }
  }
}
