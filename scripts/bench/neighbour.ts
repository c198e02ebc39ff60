import { median, openBenchWorld, SINGLE, say, type Tenant, until } from './world'

const PORT = 3297
const WAITING = 100_000
/** How long the receiver of the one with the backlog takes. */
const SLOW_MS = 200

const world = await openBenchWorld(PORT)
try {
  const tenant = await world.aTenant('/told')
  const neighbour = await world.aTenant('/slow')
  world.receiver.script((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end(), SLOW_MS)
    else response.end()
  })
  const [quietEvents, quietMails] = [await world.firstEvents(tenant), await world.firstMails(tenant)]
  await pileUp(neighbour)
  const [busyEvents, busyMails] = [await world.firstEvents(tenant), await world.firstMails(tenant)]
  say(
    `\n${WAITING} due deliveries and ${WAITING} due messages of one organization; first ones of another, median and slowest of ${SINGLE}:`,
  )
  say(`event to receiver     alone ${spread(quietEvents)}; beside it ${spread(busyEvents)}`)
  say(`enrolment to mail     alone ${spread(quietMails)}; beside it ${spread(busyMails)}`)
} finally {
  await world.close()
}

/** Queued, as events and enrolments leave it, with nobody told: the next sweep, or the next event, finds it. */
async function pileUp({ organizationId, subscriptionId, surveyId }: Tenant): Promise<void> {
  await world.service.pool.query(
    `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
     SELECT time_ordered_uuid(), $1, $2, 'new_contact', '[{}]', now() FROM generate_series(1, $3)`,
    [organizationId, subscriptionId, WAITING],
  )
  await world.service.pool.query(
    `WITH contact AS (
       INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT time_ordered_uuid(), $1, 'pile.' || i || '@example.com', 'Ada', now() FROM generate_series(1, $3) i RETURNING id, email)
     INSERT INTO sending (id, organization_id, survey_id, contact_id, email, status, anchor_at, due_at, updated_at)
     SELECT time_ordered_uuid(), $1, $2, id, email, 'queued', now(), now(), now() FROM contact`,
    [organizationId, surveyId, WAITING],
  )
  await world.service.pool.query('VACUUM (ANALYZE) webhook_delivery, sending, contact')
  // Both have begun.
  const [told, mailed] = [world.receiver.requests.length, world.mailbox.received.length]
  await until(
    () => world.receiver.requests.length > told + SINGLE && world.mailbox.received.length > mailed + SINGLE,
    300_000,
  )
}

function spread(times: readonly number[]): string {
  return `${median(times).toFixed(0)} ms, ${Math.max(...times)} ms`
}
