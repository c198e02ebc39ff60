import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { apiAs } from '../../testing/rest-client'
import { runSendings } from '../../testing/sendings'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

let organizationId: string
let api: ReturnType<typeof apiAs>
let sequence: Awaited<ReturnType<typeof aSequence>>

beforeEach(async () => {
  organizationId = await anOrganization()
  api = apiAs(organizationId, 'sequences:read', 'sequences:execute')
  sequence = await aSequence(organizationId, [
    { type: 'wait', delay: 3600 },
    { type: 'survey', delay: 3600 },
  ])
})

async function aWaitingSending() {
  const { id } = await aSending(organizationId, sequence.id)
  await runSendings(organizationId)
  return id
}

describe('POST /sendings/{id}/pause and /resume', () => {
  it('200: pauses and resumes, tells since when, and lists paused sendings and their change', async () => {
    const id = await aWaitingSending()
    const other = await aWaitingSending()
    const { body: list } = await api('GET /sendings?limit=1')
    const paused = await api(`POST /sendings/${id}/pause`)
    const again = await api(`POST /sendings/${id}/pause`)
    expect([paused.status, paused.body.data]).toEqual([
      200,
      expect.objectContaining({ id, status: 'running', pausedAt: timestamp, dueAt: null }),
    ])
    expect(again.body.data.pausedAt).toBe(paused.body.data.pausedAt)
    expect((await api('GET /sendings?paused=true')).body).toMatchObject({ data: [{ id }], meta: { total: 1 } })
    expect((await api('GET /sendings?paused=false')).body).toMatchObject({ data: [{ id: other }], meta: { total: 1 } })
    expect(Date.parse(paused.body.data.updatedAt)).toBeGreaterThanOrEqual(Date.parse(list.data[0].updatedAt))

    const { status, body } = await api(`POST /sendings/${id}/resume`)
    expect([status, body.data]).toEqual([200, expect.objectContaining({ pausedAt: null, dueAt: timestamp })])
    expect(Date.parse(body.data.dueAt)).toBeGreaterThan(Date.now())
    expect((await api('GET /sendings?paused=true')).body.data).toEqual([])
  })

  it('409: a sending that has ended', async () => {
    const id = await aWaitingSending()
    await api(`POST /sendings/${id}/cancel`)
    for (const action of ['pause', 'resume', 'skip']) {
      const { status, body } = await api(`POST /sendings/${id}/${action}`, { what: 'step' })
      expect([status, body.error.code, body.error.details]).toEqual([409, 'SENDING_ENDED', { status: 'cancelled' }])
    }
  })

  it('403 and 404: without sequences:execute, and for a sending of another organization', async () => {
    const id = await aWaitingSending()
    const other = apiAs(await anOrganization(), 'sequences:*')
    const reader = apiAs(organizationId, 'sequences:read')
    for (const action of ['pause', 'resume', 'skip']) {
      expect((await reader(`POST /sendings/${id}/${action}`, { what: 'step' })).status).toBe(403)
      expect((await other(`POST /sendings/${id}/${action}`, { what: 'step' })).status).toBe(404)
    }
    expect(await db.sending.findUnique({ where: { id } })).toMatchObject({ pausedAt: null, endedAt: null })
  })
})

describe('POST /sendings/{id}/skip', () => {
  it('200: ends the wait, or leaves the step out', async () => {
    const [first] = sequence.steps
    const skip = { what: 'wait', stepId: first?.id }
    const waited = await api(`POST /sendings/${await aWaitingSending()}/skip`, skip)
    expect([waited.status, waited.body.data.steps[0]]).toEqual([200, expect.objectContaining({ status: 'completed' })])
    const { status, body } = await api(`POST /sendings/${await aWaitingSending()}/skip`, { ...skip, what: 'step' })
    expect([status, body.data.steps[0]]).toEqual([
      200,
      expect.objectContaining({
        status: 'skipped',
        reason: { code: 'skippedByMember', message: 'The step was skipped by hand.' },
      }),
    ])
  })

  it('409: a step that is not the next one', async () => {
    const id = await aWaitingSending()
    const [first, second] = sequence.steps
    const { status, body } = await api(`POST /sendings/${id}/skip`, { what: 'step', stepId: second?.id })
    expect([status, body.error.code, body.error.details]).toEqual([409, 'STEP_NOT_NEXT', { nextStepId: first?.id }])
  })

  it('400: anything but a wait or a step', async () => {
    const id = await aWaitingSending()
    const { status, body } = await api(`POST /sendings/${id}/skip`, { what: 'everything' })
    expect([status, Object.keys(body.error.details)]).toEqual([400, ['what']])
  })
})

describe('POST /sendings/batch', () => {
  it('200: acts on each, and one with a fault fails alone', async () => {
    const [one, ended] = [await aWaitingSending(), await aWaitingSending()]
    await api(`POST /sendings/${ended}/cancel`)
    const { id: foreign } = await aSending(await anOrganization(), sequence.id)
    const { status, body } = await api('POST /sendings/batch', { ids: [ended, one, one, foreign], action: 'pause' })
    expect([status, body.data]).toEqual([
      200,
      {
        results: [
          { index: 0, status: 'failed', error: expect.objectContaining({ code: 'SENDING_ENDED' }) },
          { index: 1, status: 'changed' },
          { index: 2, status: 'changed' },
          { index: 3, status: 'failed', error: { code: 'NOT_FOUND', message: 'Sending not found.' } },
        ],
        changed: 2,
        unchanged: 0,
        failed: 2,
      },
    ])
    expect(
      await db.sending.findMany({ where: { pausedAt: { not: null }, id: { in: [one, ended, foreign] } } }),
    ).toHaveLength(1)
  })

  it('400: none, or more than 100', async () => {
    for (const ids of [[], Array.from({ length: 101 }, () => UNKNOWN)]) {
      const { status, body } = await api('POST /sendings/batch', { ids, action: 'pause' })
      expect([status, Object.keys(body.error.details)]).toEqual([400, ['ids']])
    }
  })
})
