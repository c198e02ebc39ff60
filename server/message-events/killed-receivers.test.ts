import { once } from 'node:events'
import { expect, it } from 'vitest'
import { now } from '../clock'
import { loadSuppressions } from '../contacts/suppression'
import { db } from '../db'
import { env } from '../env'
import { buildMessageToken } from '../messaging/correlation'
import type { MailEventRequest } from '../testing/chaos/mail-event-worker'
import { createSeededRandom } from '../testing/chaos/seeded-random'
import { prepareWorkerProcesses } from '../testing/chaos/worker-processes'
import { anOrganization } from '../testing/factories/basics'
import { aSigningSubscription } from '../testing/factories/webhooks'
import { pickByTestLength } from '../testing/test-length'
import { MESSAGE_EVENT_KINDS } from './constants'
import { decideStepState } from './decide-step-state'
import { addMailEventIntake, revealMailEventSecret } from './intake/intakes'
import { aSentStep, readUsage } from './message-event-fixture'
import { parseGenericEvents } from './providers/generic'
import { signGeneric } from './providers/provider-examples'
import { ReportedMessageEvent } from './schema'

/*
 * Processes are killed while they receive events. As a provider does, each batch is sent until it is answered, and sometimes again. Try other
 * cases with EVENT_SEED=<number> and EVENT_KILLS=<number>.
 */

const SEED = Number(process.env.EVENT_SEED ?? 20_261_127)
const KILLS = Number(process.env.EVENT_KILLS ?? pickByTestLength(3, 100))
const STEPS = 12

it('records each event once, with its effects, although processes are killed while they receive', async () => {
  const organizationId = await anOrganization({ tracksOpensAndClicks: true })
  await aSigningSubscription(organizationId, ['sending.failed', 'contact.bounced'])
  const intake = await addMailEventIntake(organizationId, 'generic')
  const { secret } = await revealMailEventSecret(organizationId, intake.id)
  const sent = await Promise.all(Array.from({ length: STEPS }, () => aSentStep(organizationId)))
  const chance = createSeededRandom(SEED)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T
  const workers = await prepareWorkerProcesses({
    databaseUrl: env.databaseUrl,
    authorities: '',
    entry: new URL('../testing/chaos/mail-event-worker.ts', import.meta.url),
  })
  const reported = new Map<string, object>()

  const makeBatch = () =>
    Array.from({ length: 8 }, () => {
      const { step } = pick(sent)
      const known = [...reported.values()]
      if (known.length > 0 && chance() < 0.3) return pick(known)
      const event = {
        id: `event ${reported.size}`,
        kind: pick(MESSAGE_EVENT_KINDS.filter((kind) => kind !== 'bounced' || chance() < 0.5)),
        bounceType: pick(['hard', 'soft']),
        feedbackId: buildMessageToken(step.id),
        words: `Words ${reported.size}`,
        occurredAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(chance() * 1e6)).toISOString(),
      }
      reported.set(event.id, event)
      return event
    })

  try {
    let worker = workers.start()
    while (workers.killedAt.size < KILLS) {
      const { body, headers } = signGeneric(JSON.stringify(makeBatch()), secret, now())
      for (let isAnswered = false; !isAnswered; ) {
        await worker.ready
        const answer = once(worker.child, 'message').then(([outcome]) => outcome as string)
        const died = once(worker.child, 'exit').then(() => null)
        worker.child.send({ intakeId: intake.id, headers, body } satisfies MailEventRequest)
        const killAfterMs = chance() < 0.6 ? Math.floor(chance() * 60) : null
        const timer = killAfterMs === null ? undefined : setTimeout(() => void workers.kill(worker), killAfterMs)
        const outcome = await Promise.race([answer, died])
        clearTimeout(timer)
        isAnswered = outcome === 'received'
        expect(['received', null]).toContain(outcome)
        if (worker.child.exitCode !== null || worker.child.signalCode !== null) worker = workers.start()
      }
    }
    expect(workers.unexpectedExits).toEqual([])
  } finally {
    await workers.close()
  }

  const { events } = parseGenericEvents([...reported.values()], now())
  const model = sent.map(({ step, contact }) => {
    const token = buildMessageToken(step.id)
    const own = events.filter((one) => one.token === token).map(({ event }) => ReportedMessageEvent.parse(event))
    const state = decideStepState({ status: 'sent', reason: null }, own)
    const has = (kind: string) => own.some((event) => event.kind === kind)
    const isGone = own.some(({ bounceType }) => bounceType === 'hard')
    return {
      step,
      contact,
      own,
      state,
      isGone,
      isOut: has('complained') || has('unsubscribed'),
      hasComplained: has('complained'),
    }
  })
  for (const { step, contact, own, state, isGone, isOut } of model) {
    expect(await db.sendingStep.findUnique({ where: { id: step.id } })).toMatchObject(state)
    const rows = await db.messageEvent.findMany({ where: { sendingStepId: step.id }, select: { dedupeKey: true } })
    expect(rows.map(({ dedupeKey }) => dedupeKey).sort()).toEqual(own.map(({ dedupeKey }) => dedupeKey).sort())
    const reasons = (await loadSuppressions(db, organizationId, [contact.email])).get(contact.email) ?? new Set()
    expect([...reasons].sort()).toEqual([...(isGone ? ['bounced'] : []), ...(isOut ? ['opted_out'] : [])])
  }
  const countModel = (matches: (one: (typeof model)[number]) => boolean) => model.filter(matches).length
  expect(await readUsage(organizationId)).toEqual({
    accepted: countModel(({ state }) => state.status !== 'bounced' && state.status !== 'failed'),
    bounced: countModel(({ state }) => state.status === 'bounced'),
    complained: countModel(({ hasComplained }) => hasComplained),
  })
  const kinds = await db.webhookDelivery.findMany({ where: { organizationId }, select: { kind: true } })
  expect(kinds.filter(({ kind }) => kind === 'contact.bounced')).toHaveLength(countModel(({ isGone }) => isGone))
}, 900_000)
