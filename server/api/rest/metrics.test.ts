import { expect, it } from 'vitest'
import { GET } from '@/app/api/metrics/route'
import { useEnvironment } from '../../testing/environment'
import { anOrganization, aSubscription } from '../../testing/factories/basics'
import { aDelivery } from '../../testing/factories/webhooks'

const TOKEN = 'only-for-the-metrics'
const ask = (authorization?: string) =>
  GET(
    new Request('http://localhost/api/metrics', { headers: authorization === undefined ? {} : { authorization } }),
    {},
  )
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  )

useEnvironment({ METRICS_TOKEN: TOKEN })

it.each([undefined, '', 'Bearer ', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`])(
  '404: hides the metrics from a request with Authorization %s',
  async (authorization) => {
    expect((await ask(authorization)).status).toBe(404)
  },
)

it('200: the metrics report the due items of each queue and the age of the oldest', async () => {
  const before = valueOf(await (await ask(`Bearer ${TOKEN}`)).text(), 'feedback_queue_due{queue="webhooks"}')
  const organizationId = await anOrganization()
  const { id } = await aSubscription(organizationId, ['new_contact'])
  await aDelivery(organizationId, id, { nextAttemptAt: new Date(Date.now() - 90_000_000) })
  const answer = await ask(`Bearer ${TOKEN}`)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const text = await answer.text()
  expect(valueOf(text, 'feedback_queue_due{queue="webhooks"}')).toBeGreaterThan(before)
  expect(valueOf(text, 'feedback_queue_overdue_seconds{queue="webhooks"}')).toBeGreaterThanOrEqual(90_000)
  for (const queue of ['sequences', 'system emails', 'alerts', 'review replies', 'review sources'])
    expect(valueOf(text, `feedback_queue_due{queue="${queue}"}`)).toBeGreaterThanOrEqual(0)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
})

it('each line of the metrics is in Prometheus’ text format', async () => {
  const lines = (await (await ask(`Bearer ${TOKEN}`)).text()).trimEnd().split('\n')
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"\\]*"\})? [\d.e+-]+)$/)
  expect(lines.length).toBeGreaterThan(20)
})
