import { median, openBenchWorld, say, type Tenant, until } from './world'

const PORT = 3297
const IS_SMALL = process.argv.includes('--small')
/** `waiting`: due deliveries, and as many due messages; `single`: events and mails measured one by one. */
const SIZE = IS_SMALL ? { waiting: 100, single: 3 } : { waiting: 100_000, single: 20 }
/** How long the receiver of the one with the backlog takes. */
const SLOW_MS = 200

const world = await openBenchWorld(PORT, SIZE.single)
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
    `\n${SIZE.waiting} due deliveries and ${SIZE.waiting} due messages of one organization; first ones of another, median and slowest of ${SIZE.single}:`,
  )
  say(`event to receiver     alone ${spread(quietEvents)}; beside it ${spread(busyEvents)}`)
  say(`enrolment to mail     alone ${spread(quietMails)}; beside it ${spread(busyMails)}`)
} finally {
  await world.close()
}

/** Queued, as events and enrolments leave it, with nobody told: the next sweep, or the next event, finds it. */
async function pileUp(neighbour: Tenant): Promise<void> {
  const { organizationId, subscriptionId, surveyId } = neighbour
  await world.service.pool.query(
    `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
     SELECT uuid_v7(), $1, $2, 'new_contact', '[{}]', now() FROM generate_series(1, $3)`,
    [organizationId, subscriptionId, SIZE.waiting],
  )
  await world.service.pool.query(
    `WITH contact AS (
       INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT uuid_v7(), $1, 'pile.' || i || '@example.com', 'Ada', now() FROM generate_series(1, $3) i RETURNING id, email)
     INSERT INTO sending (id, organization_id, survey_id, contact_id, email, status, anchor_at, due_at, updated_at)
     SELECT uuid_v7(), $1, $2, id, email, 'queued', now(), now(), now() FROM contact`,
    [organizationId, surveyId, SIZE.waiting],
  )
  await world.service.pool.query('VACUUM (ANALYZE) webhook_delivery, sending, contact')
  // Both have begun.
  const [told, mailed] = [world.receiver.requests.length, world.mailbox.received.length]
  // The sweep runs once a minute, which is too long for the small size.
  if (IS_SMALL) await world.triggerJobs(neighbour)
  await until(
    () => world.receiver.requests.length > told + SIZE.single && world.mailbox.received.length > mailed + SIZE.single,
    300_000,
  )
}

function spread(times: readonly number[]): string {
  return `${median(times).toFixed(0)} ms, ${Math.max(...times)} ms`
}
