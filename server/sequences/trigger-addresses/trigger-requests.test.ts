import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteContact } from '../../contacts/delete-contact'
import { mergeContacts } from '../../contacts/merge/merge-contacts'
import { addSuppressions } from '../../contacts/suppression'
import { db } from '../../db'
import { addToCachedBacklog, requireCapacity } from '../../jobs/backlog'
import { whileRejectingInserts } from '../../testing/database/rejecting-trigger'
import { aContact, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import {
  anActiveAddress,
  decideAll,
  KEYED_MAPPING,
  listOutcomes,
  listRequests,
  parseSettings,
  post,
  postAndDecide,
} from '../../testing/trigger-requests'
import { transact } from '../../unit-of-work'
import { dryRunTrigger } from './dry-run'
import { eraseBodiesBeyondLimits } from './erase-bodies'
import { claimRequest } from './queries'
import { requireRoomForRequests } from './receive-request'
import { replayRequest, replayRequests } from './replay-requests'
import {
  createTriggerAddress,
  deleteTriggerAddress,
  endPreviousTriggerAddress,
  getTriggerAddress,
  rotateTriggerAddress,
  saveTriggerSettings,
  setTriggerActive,
} from './trigger-addresses'
import { getTriggerRequest, listTriggerRequests } from './trigger-requests'

const DAY_MS = 86_400_000

let organizationId: string
let sequenceId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  sequenceId = (await aSequence(organizationId)).id
  return () => vi.useRealTimers()
})

const countSendings = () => db.sending.count({ where: { organizationId } })
const countContacts = () => db.contact.count({ where: { organizationId } })
const firstId = async () => (await listRequests(organizationId))[0]?.id ?? ''

describe('an address that is off', () => {
  it('202: keeps what comes as samples, which enter once they are sent again', async () => {
    const { url } = await createTriggerAddress(organizationId, sequenceId)
    const email = anEmailAddress()
    expect((await post(url, { email, name: 'Ada Lovelace' })).status).toBe(202)
    await decideAll(organizationId)
    expect(await listOutcomes(organizationId)).toEqual(['sample'])
    await expect(setTriggerActive(organizationId, { sequenceId, isActive: true })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })

    await saveTriggerSettings(organizationId, { sequenceId, settings: parseSettings() })
    await expect(replayRequest(organizationId, { sequenceId, id: await firstId() })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await setTriggerActive(organizationId, { sequenceId, isActive: true })
    expect(await replayRequest(organizationId, { sequenceId, id: await firstId() })).toEqual({ replayed: 1 })
    await decideAll(organizationId)
    expect(await listOutcomes(organizationId)).toEqual(['sample', 'entered'])
    expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({
      email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      createdVia: 'enrolment',
    })
  })

  it('what was received before the address was switched off is kept as a sample', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    await post(url, { email: anEmailAddress() })
    await setTriggerActive(organizationId, { sequenceId, isActive: false })
    await decideAll(organizationId)
    expect(await listOutcomes(organizationId)).toEqual(['sample'])
  })
})

describe('what becomes of a request', () => {
  it('enrols its contact, and says which sending', async () => {
    const url = await anActiveAddress(organizationId, sequenceId, { mapping: KEYED_MAPPING })
    const row = await postAndDecide(organizationId, url, { email: anEmailAddress(), name: 'Ada', order: 17 })
    const sending = await db.sending.findFirstOrThrow({ where: { organizationId } })
    expect(row).toMatchObject({ outcome: 'entered', sendingId: sending.id, contactId: sending.contactId, dueAt: null })
    expect(sending).toMatchObject({ sequenceId, status: 'queued' })
  })

  it('updates what the body says of a known contact, and leaves the rest', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    const contact = await aContact(organizationId, { firstName: 'A', lastName: 'Byron', tags: ['vip'] })
    await postAndDecide(organizationId, url, { email: contact.email.toUpperCase(), name: 'Ada' })
    expect(await db.contact.findMany({ where: { organizationId } })).toMatchObject([
      { id: contact.id, firstName: 'Ada', lastName: 'Byron', tags: ['vip'] },
    ])
  })

  it.each([
    ['invalid', { name: 'Ada' }, 'trigger.noEmail'],
    ['invalid', { email: 'ada at example', order: 1 }, 'trigger.badEmail'],
    ['invalid', { email: 'ada@example.com' }, 'trigger.noKey'],
    ['filtered', { email: 'ada@example.com', order: 1, status: 'open' }, 'trigger.condition'],
  ])('is %s and changes nothing for %o', async (outcome, body, key) => {
    const conditions = [{ path: ['status'], operator: 'isNot', value: 'open' }]
    const url = await anActiveAddress(organizationId, sequenceId, { mapping: KEYED_MAPPING, conditions })
    const row = await postAndDecide(organizationId, url, body)
    expect(row).toMatchObject({ outcome, sendingId: null })
    expect(JSON.stringify(row.details)).toContain(key)
    expect([await countContacts(), await countSendings()]).toEqual([0, 0])
  })

  it('does not enter an inactive sequence, and enters once it is active and the request is sent again', async () => {
    const draft = await aSequence(organizationId, undefined, { status: 'draft' })
    const url = await anActiveAddress(organizationId, draft.id)
    const row = await postAndDecide(organizationId, url, { email: anEmailAddress() })
    expect(row.outcome).toBe('sequenceInactive')
    await db.sequence.update({ where: { id: draft.id }, data: { status: 'active' } })
    expect(await replayRequests(organizationId, { sequenceId: draft.id, outcome: 'sequenceInactive' })).toEqual({
      replayed: 1,
    })
    await decideAll(organizationId)
    expect(await listOutcomes(organizationId)).toEqual(['sequenceInactive', 'entered'])
  })

  it.each([
    ['unsubscribed', { unsubscribed: true }],
    ['noPhone', { phone: null }],
  ] as const)('is %s for a contact that no message reaches, and changes nothing of it', async (outcome, data) => {
    const sms = await aSequence(organizationId, [{ type: 'sms', body: 'Hello' }])
    const url = await anActiveAddress(organizationId, sms.id, { mapping: KEYED_MAPPING })
    const contact = await aContact(organizationId, { firstName: 'A', phone: '+33612345678', ...data })
    const body = { email: contact.email, name: 'Ada', order: 1 }
    expect(await postAndDecide(organizationId, url, body)).toMatchObject({ outcome, contactId: contact.id })
    expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({ firstName: 'A' })
    expect(await db.sendingDedupeKey.count({ where: { organizationId } })).toBe(0)
  })

  it('does not create a contact whose address was suppressed', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    const email = anEmailAddress()
    await transact(({ tx }) => addSuppressions(tx, organizationId, [email], 'blocked'))
    expect((await postAndDecide(organizationId, url, { email })).outcome).toBe('unsubscribed')
    expect(await countContacts()).toBe(0)
  })

  it.each([
    [null, 'enteredBefore'],
    [8, 'enteredBefore'],
    [6, 'entered'],
    [0, 'entered'],
  ])('with an address of %s days, a person who entered a week ago is %s', async (reentryDays, outcome) => {
    const url = await anActiveAddress(organizationId, sequenceId, { reentryDays })
    const contact = await aContact(organizationId)
    const createdAt = new Date(Date.now() - 7 * DAY_MS)
    const data = { organizationId, sequenceId, contactId: contact.id, email: contact.email, anchorAt: createdAt }
    await db.sending.create({ data: { ...data, createdAt, status: 'completed' } })
    expect((await postAndDecide(organizationId, url, { email: contact.email })).outcome).toBe(outcome)
  })

  it('the key of an event sends once, also with another person', async () => {
    const url = await anActiveAddress(organizationId, sequenceId, { mapping: KEYED_MAPPING, reentryDays: 0 })
    const first = await postAndDecide(organizationId, url, { email: anEmailAddress(), order: 'A-1' })
    const second = await postAndDecide(organizationId, url, { email: anEmailAddress(), order: 'A-1' })
    expect(second).toMatchObject({ outcome: 'duplicate', sendingId: first.sendingId, contactId: first.contactId })
    expect([await countContacts(), await countSendings()]).toEqual([1, 1])
  })

  it('enters a location and an employee by name or id, whatever the case, and notes unknown ones', async () => {
    const location = await db.location.create({ data: { organizationId, name: 'Café Zürich_1' } })
    const employee = await db.employee.create({
      data: { organizationId, name: 'Grace Hopper', email: 'grace@example.com' },
    })
    await db.location.create({ data: { organizationId, name: 'Café Zürichx1' } })
    const mapping = { email: { path: ['email'] }, location: { path: ['store'] }, employee: { path: ['clerk'] } }
    const url = await anActiveAddress(organizationId, sequenceId, { mapping })
    const known = [
      { store: 'CAFÉ zürich_1', clerk: 'GRACE@example.com' },
      { store: location.id, clerk: 'grace hopper' },
    ]
    for (const body of known) {
      const row = await postAndDecide(organizationId, url, { email: anEmailAddress(), ...body })
      expect(row).toMatchObject({ outcome: 'entered', details: [] })
      expect(await db.sending.findUnique({ where: { id: row.sendingId ?? '' } })).toMatchObject({
        locationId: location.id,
        employeeId: employee.id,
      })
    }
    const row = await postAndDecide(organizationId, url, { email: anEmailAddress(), store: 'Bar', clerk: 'No one' })
    expect(row).toMatchObject({ outcome: 'entered', details: [{ field: 'location' }, { field: 'employee' }] })
  })
})

describe('a dry run', () => {
  it('says what would happen with unsaved settings, and writes nothing', async () => {
    const { url } = await createTriggerAddress(organizationId, sequenceId)
    const email = anEmailAddress()
    await post(url, { email, name: 'Ada King Lovelace', lang: 'fr-FR', order: 9 })
    const read = async () => [
      await db.contact.count({ where: { organizationId } }),
      await db.sending.count({ where: { organizationId } }),
      await db.sendingDedupeKey.count({ where: { organizationId } }),
      await db.contactEvent.count({ where: { organizationId } }),
      (await getTriggerAddress(organizationId, sequenceId))?.settings,
    ]
    const before = await read()
    const mapping = { ...KEYED_MAPPING, language: { path: ['lang'] } }
    const run = (settings: object) =>
      firstId().then((requestId) =>
        dryRunTrigger(
          organizationId,
          { sequenceId, requestId, settings: parseSettings({ mapping, ...settings }) },
          'en',
        ),
      )
    expect(await run({})).toEqual({
      outcome: 'entered',
      details: [],
      dedupeKey: '9',
      contact: {
        isNew: true,
        email,
        firstName: 'Ada',
        lastName: 'King Lovelace',
        phone: null,
        language: 'fr',
        locationName: null,
        employeeName: null,
        properties: [],
      },
    })
    expect(await run({})).toMatchObject({ outcome: 'entered' })
    expect(await run({ conditions: [{ path: ['order'], operator: 'greater', value: '9' }] })).toMatchObject({
      outcome: 'filtered',
    })
    expect(await read()).toEqual(before)
  })
})

describe('errors and limits of the queue', () => {
  it('an internal error leaves a request due, to be tried again, up to eight times', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    await post(url, { email: anEmailAddress() })
    await whileRejectingInserts('sending', `NEW.organization_id = '${organizationId}'`, () =>
      decideAll(organizationId).catch(() => null),
    )
    expect(await listRequests(organizationId)).toMatchObject([{ outcome: null, attempts: 1 }])
    expect([await countContacts(), await countSendings()]).toEqual([0, 0])
    await db.triggerRequest.updateMany({ where: { organizationId }, data: { attempts: 7, dueAt: new Date(0) } })
    await whileRejectingInserts('sending', `NEW.organization_id = '${organizationId}'`, () =>
      decideAll(organizationId).catch(() => null),
    )
    expect(await listOutcomes(organizationId)).toEqual(['failed'])
    expect(await replayRequests(organizationId, { sequenceId, outcome: 'failed' })).toEqual({ replayed: 1 })
    expect(await replayRequests(organizationId, { sequenceId, outcome: 'failed' })).toEqual({ replayed: 0 })
    await decideAll(organizationId)
    expect(await listOutcomes(organizationId)).toEqual(['failed', 'entered'])
  })

  it('a request whose decisions end their process fails after eight of them, with the reason', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    await post(url, { email: anEmailAddress() })
    const id = await firstId()
    for (const begun of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await db.triggerRequest.updateMany({ where: { organizationId }, data: { dueAt: new Date(0) } })
      // A process that dies now has committed this.
      expect(await transact(({ tx }) => claimRequest(tx, organizationId, id, 30_000))).toBe(begun)
      await decideAll(organizationId)
      expect(await listOutcomes(organizationId)).toEqual([null])
    }
    await db.triggerRequest.updateMany({ where: { organizationId }, data: { dueAt: new Date(0) } })
    await decideAll(organizationId)
    const { data } = await listTriggerRequests(organizationId, { sequenceId, page: 1, limit: 50 }, 'en')
    expect(data).toMatchObject([{ outcome: 'failed', details: [{ message: expect.stringContaining('8 attempts') }] }])
    expect(await countSendings()).toBe(0)
    await replayRequest(organizationId, { sequenceId, id })
    await decideAll(organizationId)
    expect(await listOutcomes(organizationId)).toEqual(['failed', 'entered'])
  })

  it('429: while too much content waits for decisions', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    await post(url, { email: anEmailAddress(), text: 'x'.repeat(1000) })
    await expect(requireRoomForRequests(organizationId, 1000)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    await decideAll(organizationId)
    await expect(requireRoomForRequests(organizationId, 1000)).resolves.toBeUndefined()
  })

  it('requests wait while too much waits to be sent', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    await post(url, { email: anEmailAddress() })
    // The count is cached for seconds: the clock stands still.
    vi.useFakeTimers({ now: new Date(), toFake: ['Date'] })
    await requireCapacity(organizationId, 'sendings')
    addToCachedBacklog(organizationId, 'sendings', 1_000_000_000)
    await decideAll(organizationId).catch(() => null)
    expect(await listRequests(organizationId)).toMatchObject([{ outcome: null, attempts: 0 }])
  })
})

describe('stored content', () => {
  const content = async () => (await listRequests(organizationId)).map(({ body }) => body !== null)

  it('loses the oldest of an address beyond its limit, and keeps outcomes and what waits', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    const other = await anActiveAddress(organizationId, (await aSequence(organizationId)).id)
    const text = 'x'.repeat(1000)
    await postAndDecide(organizationId, other, { email: anEmailAddress(), text })
    for (const name of ['Ada', 'Grace', 'Mary']) await postAndDecide(organizationId, url, { name, text })
    await post(url, { email: anEmailAddress(), text })
    await eraseBodiesBeyondLimits({ ofAddress: 2500, ofOrganization: 10_000 })
    expect(await content()).toEqual([true, false, true, true, true])
    expect(
      (await listTriggerRequests(organizationId, { sequenceId, page: 1, limit: 50 }, 'en')).data.at(-1),
    ).toMatchObject({
      outcome: 'invalid',
      hasBody: false,
      details: [{ field: 'email' }],
    })
  })

  it('loses the oldest of an organization beyond its limit, and nothing of another organization', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    const other = await anActiveAddress(organizationId, (await aSequence(organizationId)).id)
    for (const address of [other, url, other]) await postAndDecide(organizationId, address, { text: 'x'.repeat(1000) })
    const stranger = await anOrganization()
    const strangerUrl = await anActiveAddress(stranger, (await aSequence(stranger)).id)
    await postAndDecide(stranger, strangerUrl, { text: 'x'.repeat(1000) })
    await eraseBodiesBeyondLimits({ ofAddress: 2500, ofOrganization: 2500 })
    expect(await content()).toEqual([false, true, true])
    expect((await listRequests(stranger))[0]?.body).not.toBeNull()
  })
})

describe('the log', () => {
  it('lists requests newest first, of one outcome if asked, with what can be mapped', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    const { contactId } = await postAndDecide(organizationId, url, { email: anEmailAddress(), name: 'Ada' })
    await postAndDecide(organizationId, url, { name: 'Grace', lines: [{ sku: 'x' }, { sku: 'y', paid: true }] })
    const page = { sequenceId, page: 1, limit: 50 }
    const { data } = await listTriggerRequests(organizationId, page, 'fr')
    expect(data).toMatchObject([
      {
        outcome: 'invalid',
        contactId: null,
        details: [{ field: 'email', message: expect.stringContaining('adresse e-mail') }],
      },
      { outcome: 'entered', contactId, contactName: 'Ada', hasBody: true, isReplayed: false },
    ])
    expect((await listTriggerRequests(organizationId, { ...page, outcome: 'entered' }, 'en')).meta).toMatchObject({
      total: 1,
    })
    const { leaves } = await getTriggerRequest(organizationId, { sequenceId, id: data[0]?.id ?? '' }, 'en')
    expect(leaves).toEqual([
      { path: ['name'], value: 'Grace' },
      { path: ['lines', 0, 'sku'], value: 'x' },
      { path: ['lines', 1, 'sku'], value: 'y' },
      { path: ['lines', 1, 'paid'], value: 'true' },
      { path: ['lines', '*', 'sku'], value: 'x' },
      { path: ['lines', '*', 'paid'], value: 'true' },
    ])
  })

  it('forgets what was sent about a contact that is deleted, and follows one that is merged', async () => {
    const url = await anActiveAddress(organizationId, sequenceId)
    const [first, second] = [anEmailAddress(), anEmailAddress()]
    const one = await postAndDecide(organizationId, url, { email: first })
    const other = await postAndDecide(organizationId, url, { email: second })
    const ids = { id: one.contactId ?? '', otherId: other.contactId ?? '' }
    await mergeContacts(organizationId, { ...ids, fromOther: [] })
    expect((await listRequests(organizationId)).map(({ contactId }) => contactId)).toEqual([ids.id, ids.id])
    await deleteContact(organizationId, ids.id)
    expect((await listRequests(organizationId)).map(({ body }) => body)).toEqual([null, null])
  })
})

describe('the secret of an address', () => {
  it('404: an unknown one, that of a deleted address, and an old one that was ended', async () => {
    const { url } = await createTriggerAddress(organizationId, sequenceId)
    expect((await post(`${url.slice(0, -1)}${url.endsWith('A') ? 'E' : 'A'}`, {})).status).toBe(404)
    expect((await post(`${url}x`, {})).status).toBe(404)
    const { url: next } = await rotateTriggerAddress(organizationId, sequenceId)
    expect((await post(url, { a: 1 })).status).toBe(202)
    expect((await post(next, { a: 1 })).status).toBe(202)
    const address = await getTriggerAddress(organizationId, sequenceId)
    expect(address).toMatchObject({ hasPrevious: true, previousUsedAt: expect.any(String) })
    await endPreviousTriggerAddress(organizationId, sequenceId)
    expect([(await post(url, { a: 1 })).status, (await post(next, { a: 1 })).status]).toEqual([404, 202])
    await deleteTriggerAddress(organizationId, sequenceId)
    expect((await post(next, { a: 1 })).status).toBe(404)
    expect(await getTriggerAddress(organizationId, sequenceId)).toBeNull()
  })

  it('is not stored in plain text', async () => {
    const { url } = await createTriggerAddress(organizationId, sequenceId)
    const row = await db.triggerAddress.findFirstOrThrow({ where: { organizationId } })
    const stored = JSON.stringify(row) + Buffer.from(row.secretHash).toString('base64url')
    expect(stored).not.toContain(url.split('/t/')[1])
  })
})
