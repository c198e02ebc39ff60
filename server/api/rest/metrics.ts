import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '../../env'
import { NotFound } from '../../errors'
import { collectMetrics, type PrometheusMetric } from '../../health/metrics'

/**
 * GET /api/metrics: Prometheus text format (https://prometheus.io/docs/instrumenting/exposition_formats/). Requires
 * `Authorization: Bearer METRICS_TOKEN`.
 *
 * @throws {NotFound} without that token, or if none is configured
 */
export async function handleMetrics(request: Request): Promise<Response> {
  const authorization = request.headers.get('authorization') ?? ''
  if (env.metricsToken === undefined || !isSame(authorization, `Bearer ${env.metricsToken}`)) throw new NotFound('path')
  const metrics = await collectMetrics()
  return new Response(`${metrics.map(formatMetric).join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function formatMetric({ name, help, type, samples }: PrometheusMetric): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')
}
