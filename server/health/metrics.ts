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
  const single = (
    name: string,
    help: string,
    value: number,
    type: PrometheusMetric['type'] = 'gauge',
  ): PrometheusMetric => ({
    name,
    help,
    type,
    samples: [{ value }],
  })
  const perQueue = (name: string, help: string, key: 'due' | 'overdueSeconds'): PrometheusMetric => ({
    name,
    help,
    type: 'gauge',
    samples: queues.map((queue) => ({ labels: { queue: queue.name }, value: queue[key] })),
  })
  return [
    {
      name: 'feedback_info',
      help: 'The version of the service.',
      type: 'gauge',
      samples: [{ labels: { version: VERSION }, value: 1 }],
    },
    single('feedback_healthy', '1 when /api/health answers 200.', Number(health.status === 'ok')),
    {
      name: 'feedback_provider_failing',
      help: '1 when the provider takes no messages.',
      type: 'gauge',
      samples: (['mail', 'sms'] as const).map((provider) => ({
        labels: { provider },
        value: Number(health[provider] === 'failing'),
      })),
    },
    perQueue('feedback_queue_due', 'Rows that are due and not done; counted up to 100000.', 'due'),
    perQueue('feedback_queue_overdue_seconds', 'How long the oldest of them has been due.', 'overdueSeconds'),
    single('process_resident_memory_bytes', 'Memory of the answering process.', process.memoryUsage.rss()),
    single('process_cpu_seconds_total', 'Processor time of the answering process.', (user + system) / 1e6, 'counter'),
    single('process_start_time_seconds', 'When it started, Unix time.', Date.now() / 1000 - process.uptime()),
  ]
}
