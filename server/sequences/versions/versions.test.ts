import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { ageSending } from '../../testing/factories/sequences'
import { runSendings } from '../../testing/sendings'
import { executeSequence } from '../execute-sequence'
import type { SequenceDetail } from '../schema'
import { getSending } from '../sendings'
import { parseAndSaveSequence } from '../sequence-fixture'
import { previewMove } from './preview-move'

const DAY = 86_400

let organizationId: string
let sequence: SequenceDetail

const email = (subject: string, more = {}) => ({ type: 'email', subject, body: subject, ...more })

beforeEach(async () => {
  organizationId = await anOrganization()
  sequence = await parseAndSaveSequence(organizationId, {
    name: 'Welcome',
    status: 'active',
    steps: [email('Hello'), email('Old news', { delay: DAY }), email('Old end', { delay: DAY })],
  })
})

async function enrol() {
  const contact = await aContact(organizationId)
  const { results } = await executeSequence(organizationId, { id: sequence.id, contacts: [{ email: contact.email }] })
  await runSendings(organizationId)
  return results[0]?.sendingId ?? ''
}

const save = (steps: object[], more = {}) =>
  parseAndSaveSequence(organizationId, { id: sequence.id, name: 'Welcome', steps, ...more })
const step = (index: number) => {
  const found = sequence.steps[index]
  if (!found) throw new Error('a step of the sequence')
  return found
}
const [first, second, third] = [() => step(0), () => step(1), () => step(2)]
const changed = () => [
  first(),
  { ...second(), subject: 'New news', body: 'New news' },
  email('New end', { delay: DAY }),
]

async function goOn(sendingId: string) {
  for (let days = 0; days < 2; days += 1) {
    await ageSending(sendingId, DAY)
    await runSendings(organizationId)
  }
  const { email: address } = await db.sending.findUniqueOrThrow({ where: { id: sendingId } })
  const messages = await db.capturedMessage.findMany({
    where: { organizationId, recipient: address },
    orderBy: { createdAt: 'asc' },
  })
  return messages.map(({ subject }) => subject)
}

describe('a change of a sequence with people under way', () => {
  it('leaves them on the steps as they were, and lets the next ones enter the new steps', async () => {
    const before = await enrol()
    const saved = await save(changed())
    const after = await enrol()
    expect(await getSending(organizationId, before)).toMatchObject({
      steps: [{ status: 'captured' }, { stepId: second().id }, { stepId: third().id, status: 'upcoming' }],
    })
    expect((await getSending(organizationId, after)).steps.map(({ stepId }) => stepId)).toEqual(
      saved.steps.map(({ id }) => id),
    )
    expect(await goOn(before)).toEqual(['Hello', 'Old news', 'Old end'])
    expect(await goOn(after)).toEqual(['Hello', 'New news', 'New end'])
  })

  it('moves them on the word of a member, those of all versions', async () => {
    const oldest = await enrol()
    await save(changed())
    const older = await enrol()
    await save([first(), email('Newest', { delay: DAY })], { peopleUnderWay: 'move' })
    expect(await goOn(oldest)).toEqual(['Hello', 'Newest'])
    expect(await goOn(older)).toEqual(['Hello', 'Newest'])
  })

  it('moves them also by a later save that changes nothing else', async () => {
    const sendingId = await enrol()
    const { steps } = await save(changed())
    await save(steps, { peopleUnderWay: 'move' })
    expect(await goOn(sendingId)).toEqual(['Hello', 'New news', 'New end'])
  })

  it('keeps the steps that moved people follow through the next change', async () => {
    const moved = await enrol()
    await save(changed(), { peopleUnderWay: 'move' })
    await save([first(), email('Newest', { delay: DAY })])
    expect(await goOn(moved)).toEqual(['Hello', 'New news', 'New end'])
  })

  it('keeps no version that no one takes, and none for what people do not notice', async () => {
    const count = () => db.sequenceVersion.count({ where: { organizationId } })
    const sendingId = await enrol()
    await save(sequence.steps, { name: 'Renamed' })
    expect(await count()).toBe(0)
    await save(changed())
    expect(await count()).toBe(1)
    await save([first()])
    expect(await count()).toBe(1)
    await goOn(sendingId)
    await save(changed())
    expect(await count()).toBe(0)
  })

  it('delivers to the webhook address that the step has now', async () => {
    const hook = (path: string) => ({ webhookUrl: `https://receiver.example.com/${path}` })
    await save([first(), { ...second(), ...hook('old') }])
    const sendingId = await enrol()
    await save([first(), { ...second(), subject: 'New news', ...hook('new') }])
    expect(await goOn(sendingId)).toEqual(['Hello', 'Old news'])
    const deliveries = await db.webhookDelivery.findMany({
      where: { organizationId },
      include: { subscription: { select: { hookUrl: true } } },
    })
    expect(deliveries.map(({ subscription }) => subscription.hookUrl)).toEqual(['https://receiver.example.com/new'])
  })
})

it('the preview of a move tells how many get another next step', async () => {
  const [one, two] = [await enrol(), await enrol()]
  await enrol()
  for (const sendingId of [one, two]) await ageSending(sendingId, DAY)
  await runSendings(organizationId)
  const steps = [first(), second(), email('Instead', { delay: DAY })] as SequenceDetail['steps']
  expect(await previewMove(organizationId, { id: sequence.id, steps })).toEqual({
    people: 3,
    changes: [{ people: 2, before: { position: 2, type: 'email' }, after: { position: 2, type: 'email' } }],
  })
  expect(await previewMove(organizationId, { id: sequence.id, steps: steps.slice(0, 2) })).toEqual({
    people: 3,
    changes: [{ people: 2, before: { position: 2, type: 'email' }, after: null }],
  })
})
