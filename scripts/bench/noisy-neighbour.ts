import { type BenchTenant, median, openBenchFixture, printLine, waitUntil } from './bench-fixture'

const PORT = 3297
const IS_SMALL = process.argv.includes('--small')
/** `waiting`: due deliveries, and as many due messages; `single`: events and mails measured in sequence. */
const SIZE = IS_SMALL ? { waiting: 100, single: 3 } : { waiting: 100_000, single: 20 }
const SLOW_MS = 200

const bench = await openBenchFixture(PORT, SIZE.single)
try {
  const tenant = await bench.createTenant('/fast')
  const otherTenant = await bench.createTenant('/slow')
  bench.receiver.script((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end(), SLOW_MS)
    else response.end()
  })
  const [quietEvents, quietMails] = [await bench.measureWebhookDelays(tenant), await bench.measureEmailDelays(tenant)]
  await createBacklog(otherTenant)
  const [busyEvents, busyMails] = [await bench.measureWebhookDelays(tenant), await bench.measureEmailDelays(tenant)]
  printLine(
    `\n${SIZE.waiting} due deliveries and ${SIZE.waiting} due messages of one organization; first ones of another, median and slowest of ${SIZE.single}:`,
  )
  printLine(`event to receiver     alone ${spread(quietEvents)}; beside it ${spread(busyEvents)}`)
  printLine(`enrolment to mail     alone ${spread(quietMails)}; beside it ${spread(busyMails)}`)
} finally {
  await bench.close()
}

/** Inserts due rows without a signal: the next sweep or event finds them. */
async function createBacklog(otherTenant: BenchTenant): Promise<void> {
  const { organizationId, subscriptionId, surveyId } = otherTenant
  await bench.service.pool.query(
    `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
     SELECT uuid_v7(), $1, $2, 'new_contact', '[{}]', now() FROM generate_series(1, $3)`,
    [organizationId, subscriptionId, SIZE.waiting],
  )
  await bench.service.pool.query(
    `WITH contact AS (
       INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT uuid_v7(), $1, 'pile.' || i || '@example.com', 'Ada', now() FROM generate_series(1, $3) i RETURNING id, email)
     INSERT INTO sending (id, organization_id, survey_id, contact_id, email, status, anchor_at, due_at, updated_at)
     SELECT uuid_v7(), $1, $2, id, email, 'queued', now(), now(), now() FROM contact`,
    [organizationId, surveyId, SIZE.waiting],
  )
  await bench.service.pool.query('VACUUM (ANALYZE) webhook_delivery, sending, contact')
  // Waits until both have started.
  const [delivered, mailed] = [bench.receiver.requests.length, bench.mailbox.received.length]
  // The sweep runs once a minute, which is too long for the small size.
  if (IS_SMALL) await bench.triggerJobs(otherTenant)
  await waitUntil(
    () =>
      bench.receiver.requests.length > delivered + SIZE.single && bench.mailbox.received.length > mailed + SIZE.single,
    300_000,
  )
}

function spread(times: readonly number[]): string {
  return `${median(times).toFixed(0)} ms, ${Math.max(...times)} ms`
}
