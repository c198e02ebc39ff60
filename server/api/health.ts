import { healthOf } from '../health/health'

/** GET /api/health: 200 when the service can do its work, 503 with the failing part otherwise. Open to everybody. */
export async function handleHealth(): Promise<Response> {
  const health = await healthOf()
  return Response.json(health, { status: health.status === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } })
}
