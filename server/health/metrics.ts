import { VERSION } from '../version'
import { checkHealth } from './health'
import { listQueueStates } from './queries'

export type PrometheusMetric = {
  name: string
  help: string
  type: 'gauge' | 'counter'
  samples: { labels?: Record<string, string>; value: number }[]
}

export async function collectMetrics(): Promise<PrometheusMetric[]> {
  const health = await checkHealth()
  const queues = health.database === 'down' ? [] : await listQueueStates()
  const { user, system } = process.cpuUsage()
  const perQueue = (key: 'due' | 'overdueSeconds') =>
    queues.map((queue) => ({ labels: { queue: queue.name }, value: queue[key] }))
  const providers = (['mail', 'sms'] as const).map((provider) => ({
    labels: { provider },
    value: Number(health[provider] === 'failing'),
  }))
  const cpuSeconds: PrometheusMetric = {
    ...gauge('process_cpu_seconds_total', 'Processor time of the answering process.', (user + system) / 1e6),
    type: 'counter',
  }
  return [
    gauge('feedback_info', 'The version of the service.', [{ labels: { version: VERSION }, value: 1 }]),
    gauge('feedback_healthy', '1 when /api/health answers 200.', Number(health.status === 'ok')),
    gauge('feedback_provider_failing', '1 when the provider takes no messages.', providers),
    gauge('feedback_queue_due', 'Rows that are due and not done; counted up to 100000.', perQueue('due')),
    gauge('feedback_queue_overdue_seconds', 'How long the oldest of them has been due.', perQueue('overdueSeconds')),
    gauge('process_resident_memory_bytes', 'Memory of the answering process.', process.memoryUsage.rss()),
    cpuSeconds,
    gauge('process_start_time_seconds', 'When it started, Unix time.', Date.now() / 1000 - process.uptime()),
  ]
}

function gauge(name: string, help: string, value: number | PrometheusMetric['samples']): PrometheusMetric {
  return { name, help, type: 'gauge', samples: typeof value === 'number' ? [{ value }] : value }
}
