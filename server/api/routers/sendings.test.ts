import { beforeEach, describe, expect, it } from 'vitest'
import { deleteContact } from '../../contacts/delete-contact'
import { addSuppression } from '../../contacts/suppression'
import { db, Prisma } from '../../db'
import { recordMessageEvent } from '../../message-events/record-message-event'
import { executeSequence, sendSurvey } from '../../sequences/execute-sequence'
import { aContact, anEmailAddress, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponseToStep, aSending, aSequence } from '../../testing/factories/sequences'
import { apiAs } from '../../testing/rest-client'
import { runSendings } from '../../testing/sendings'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

let organizationId: string
let api: ReturnType<typeof apiAs>

beforeEach(async () => {
  organizationId = await anOrganization()
  api = apiAs(organizationId, 'sequences:*')
})

const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

async function enrol(sequenceId: string, email = anEmailAddress()): Promise<string> {
  const { results } = await executeSequence(organizationId, { id: sequenceId, contacts: [{ email }] })
  return results[0]?.sendingId ?? ''
}

describe('GET /sendings', () => {
  it('200: lists sendings newest first, with the last step and an exact total', async () => {
    const { id: sequenceId } = await aSequence(organizationId)
    const [contact, { id: surveyId }] = [await aContact(organizationId), await aSurvey(organizationId)]
    await addSuppression(db, organizationId, contact.email, 'bounced')
    const { results } = await sendSurvey(organizationId, { id: surveyId, contacts: [{ email: contact.email }] })
    await runSendings(organizationId)
    const queued = await enrol(sequenceId)
    await aSending(await anOrganization(), sequenceId)

    const { status, body } = await api('GET /sendings')

    expect(status).toBe(200)
    const common = {
      pausedAt: null,
      locationId: null,
      employeeId: null,
      reason: null,
      createdAt: timestamp,
      updatedAt: timestamp,
    }
    const reason = { code: 'suppressed', message: 'Suppressed: an earlier email to this address bounced.' }
    expect(body).toEqual({
      data: [
        {
          ...common,
          id: queued,
          sequenceId,
          surveyId: null,
          contactId: expect.any(String),
          email: expect.stringContaining('@'),
          status: 'queued',
          lastStep: null,
          dueAt: timestamp,
          endedAt: null,
        },
        {
          ...common,
          id: results[0]?.sendingId,
          sequenceId: null,
          surveyId,
          contactId: contact.id,
          email: contact.email,
          status: 'completed',
          lastStep: { type: 'survey', status: 'skipped', reason },
          dueAt: null,
          endedAt: timestamp,
        },
      ],
      meta: { page: 1, perPage: 50, total: 2, totalPages: 1 },
    })
  })

  it('200: filters by contact, sequence, survey and status, together and in a sync', async () => {
    const [one, other] = [await aSequence(organizationId), await aSequence(organizationId)]
    const contact = await aContact(organizationId)
    const first = await enrol(one.id, contact.email)
    const second = await enrol(other.id, contact.email)
    const third = await enrol(one.id)
    const { id: surveyId } = await aSurvey(organizationId)
    const { results } = await sendSurvey(organizationId, { id: surveyId, contacts: [{ email: contact.email }] })
    const fourth = results[0]?.sendingId ?? ''
    await api(`POST /sendings/${third}/cancel`)
    const expected: [string, string[]][] = [
      [`contact_id=${contact.id}`, [fourth, second, first]],
      [`sequence_id=${one.id}`, [third, first]],
      [`survey_id=${surveyId}`, [fourth]],
      ['status=cancelled', [third]],
      [`sequence_id=${one.id}&status=queued&contact_id=${contact.id}`, [first]],
      [`contact_id=${UNKNOWN}`, []],
    ]
    for (const [query, ids] of expected) {
      const list = await api(`GET /sendings?${query}`)
      expect([query, idsOf(list), list.body.meta.total]).toEqual([query, ids, ids.length])
      await expect
        .poll(async () => new Set(idsOf(await api(`GET /sendings?${query}&updated_since=1970-01-01`))), {
          timeout: 15_000,
        })
        .toEqual(new Set(ids))
    }
  })

  it.each([
    'status=sent',
    'contact_id=42',
    'sequence_id=x',
    'survey_id=x',
    'sequenceId=0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57',
    'limit=0',
    'page=1&updated_since=1970-01-01',
  ])('400: %s', async (query) => {
    const { status, body } = await api(`GET /sendings?${query}`)
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('403: needs sequences:read', async () => {
    const { status, body } = await apiAs(organizationId, 'sequences:execute')('GET /sendings')
    expect([status, body.error.requiredScope]).toEqual([403, 'sequences:read'])
  })
})

describe('GET /sendings/{id}', () => {
  it('200: a sending whose message was refused is completed, and its step tells that it failed', async () => {
    const id = await enrol((await aSequence(organizationId)).id)
    await runSendings(organizationId)
    const { id: stepId } = await db.sendingStep.findFirstOrThrow({ where: { sendingId: id } })
    const sent = { status: 'sent', capturedAt: null, claimedAt: new Date(), sentAt: new Date(), reason: Prisma.DbNull }
    await db.sendingStep.update({ where: { id: stepId }, data: sent })
    const report = { kind: 'rejected' as const, provider: 'generic', occurredAt: new Date(), dedupeKey: 'rejected' }
    await recordMessageEvent(organizationId, stepId, report)
    const { body } = await api(`GET /sendings/${id}`)
    expect(body.data).toMatchObject({ status: 'completed', steps: [{ status: 'failed', reason: { code: 'refused' } }] })
    expect(idsOf(await api('GET /sendings?status=completed'))).toContain(id)
    expect((await api('GET /sendings?status=failed')).status).toBe(400)
  })

  it('200: returns the steps that are over and those ahead, with reasons in English and the response', async () => {
    const { id: sequenceId, steps } = await aSequence(organizationId, [
      { type: 'sms', body: 'Hello' },
      { type: 'survey' },
      { type: 'survey', delay: 86_400, condition: 'not_answered' },
    ])
    const contacts = [{ email: anEmailAddress(), phone: 'ext. 12' }]
    const { results } = await executeSequence(organizationId, { id: sequenceId, contacts })
    const { sendingId: id, contactId, email } = results[0] ?? { sendingId: '', contactId: '', email: '' }
    await runSendings(organizationId)
    const sent = await db.sendingStep.findFirstOrThrow({ where: { sendingId: id, type: 'survey' } })
    const response = await aResponseToStep(sent, contactId)

    const { status, body } = await api(`GET /sendings/${id}`)

    expect(status).toBe(200)
    const step = { channel: null, recipient: null, reason: null, sentAt: null, dueAt: null, responseId: null }
    expect(body.data).toEqual({
      pausedAt: null,
      id,
      sequenceId,
      surveyId: null,
      contactId,
      email,
      locationId: null,
      employeeId: null,
      status: 'running',
      reason: null,
      steps: [
        {
          ...step,
          stepId: steps[0]?.id,
          type: 'sms',
          status: 'skipped',
          reason: { code: 'noPhone', message: 'No phone: this contact has no number that can receive SMS.' },
          surveyId: null,
          endedAt: timestamp,
        },
        {
          ...step,
          stepId: steps[1]?.id,
          type: 'survey',
          channel: 'email',
          status: 'captured',
          reason: { code: 'captured', message: expect.stringContaining('Outbox') },
          surveyId: steps[1]?.surveyId,
          recipient: email,
          endedAt: timestamp,
          responseId: response.id,
        },
        {
          ...step,
          stepId: steps[2]?.id,
          type: 'survey',
          status: 'upcoming',
          surveyId: steps[2]?.surveyId,
          dueAt: timestamp,
          endedAt: null,
        },
      ],
      dueAt: timestamp,
      createdAt: timestamp,
      updatedAt: timestamp,
      endedAt: null,
    })
  })

  it('200: shows times in the reason in UTC', async () => {
    const { id } = await aSending(organizationId, (await aSequence(organizationId)).id)
    const values = { until: '2026-03-31T09:30:00.000Z', since: '2026-03-01T09:30:00.000Z' }
    const step = { organizationId, sendingId: id, stepId: UNKNOWN, position: 0, type: 'survey', status: 'skipped' }
    await db.sendingStep.create({ data: { ...step, reason: { code: 'throttled', values } } })
    const { body } = await api(`GET /sendings/${id}`)
    expect(body.data.steps[0].reason).toEqual({
      code: 'throttled',
      message:
        'Throttled until 31 Mar 2026, 09:30 UTC: this contact got or answered another survey on 1 Mar 2026, 09:30 UTC.',
    })
  })

  it('200: the sending of a deleted contact stays, without the address', async () => {
    const { id: sequenceId } = await aSequence(organizationId)
    const { id: contactId, email } = await aContact(organizationId)
    const id = await enrol(sequenceId, email)
    await deleteContact(organizationId, contactId)
    const { body } = await api(`GET /sendings/${id}`)
    expect(body.data).toMatchObject({
      contactId,
      email: '',
      status: 'cancelled',
      reason: { code: 'contactDeleted', message: 'Contact deleted: there is no one left to send to.' },
    })
  })

  it('400: an id that is no UUID', async () => {
    const { status, body } = await api('GET /sendings/42')
    expect([status, Object.keys(body.error.details)]).toEqual([400, ['id']])
  })

  it('403: needs sequences:read', async () => {
    expect((await apiAs(organizationId, 'contacts:*')(`GET /sendings/${UNKNOWN}`)).status).toBe(403)
  })

  it('404: answers the same for an unknown sending and one of another organization', async () => {
    const other = await anOrganization()
    const { id } = await aSending(other, (await aSequence(other)).id)
    const [foreign, unknown] = [await api(`GET /sendings/${id}`), await api(`GET /sendings/${UNKNOWN}`)]
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  })
})

describe('POST /sendings/{id}/cancel', () => {
  it('200: cancels a queued sending, and again without a change', async () => {
    const id = await enrol((await aSequence(organizationId)).id)
    const first = await api(`POST /sendings/${id}/cancel`)
    const second = await api(`POST /sendings/${id}/cancel`)
    const reason = { code: 'cancelled', message: 'Cancelled: what had not left is not sent any more.' }
    expect([first.status, first.body.data]).toEqual([
      200,
      expect.objectContaining({ id, status: 'cancelled', reason, steps: [], dueAt: null, endedAt: timestamp }),
    ])
    expect([second.status, second.body]).toEqual([200, first.body])
    await runSendings(organizationId)
    expect(await db.sendingStep.count({ where: { sendingId: id } })).toBe(0)
  })

  it('400: an id that is no UUID', async () => {
    expect((await api('POST /sendings/42/cancel')).status).toBe(400)
  })

  it('403: needs sequences:execute', async () => {
    const id = await enrol((await aSequence(organizationId)).id)
    const { status, body } = await apiAs(organizationId, 'sequences:read')(`POST /sendings/${id}/cancel`)
    expect([status, body.error.requiredScope]).toEqual([403, 'sequences:execute'])
    expect(await db.sending.findUnique({ where: { id } })).toMatchObject({ status: 'queued' })
  })

  it('404: a sending of another organization', async () => {
    const other = await anOrganization()
    const { id } = await aSending(other, (await aSequence(other)).id)
    expect((await api(`POST /sendings/${id}/cancel`)).status).toBe(404)
    expect(await db.sending.findUnique({ where: { id } })).toMatchObject({ status: 'queued' })
  })

  it('409: a sending that is completed', async () => {
    const id = await enrol((await aSequence(organizationId)).id)
    await runSendings(organizationId)
    const { status, body } = await api(`POST /sendings/${id}/cancel`)
    expect([status, body.error]).toEqual([
      409,
      {
        code: 'SENDING_ENDED',
        message: 'This sending has ended: nothing of it is left to send.',
        details: { status: 'completed' },
      },
    ])
  })
})
