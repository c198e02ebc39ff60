import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseSampleRequest } from '@/components/docs/request-samples'
import { db } from '../../db'
import { anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSending } from '../../testing/factories/sequences'
import { apiAs } from '../../testing/rest-client'

const HOOK = 'https://93.184.215.14/steps'

let organizationId: string
let api: ReturnType<typeof apiAs>
let surveyId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  api = apiAs(organizationId, 'sequences:write', 'sequences:read')
  surveyId = (await aSurvey(organizationId)).id
})

const steps = () => [
  { type: 'survey', surveyId },
  { type: 'survey', surveyId, delay: 86_400, condition: 'not_answered' },
]

async function aSequenceOverRest() {
  const { status, body } = await api('POST /sequences', { name: 'After the visit', steps: steps() })
  expect(status).toBe(201)
  return body.data
}

describe('POST /sequences', () => {
  it('201: creates a draft with its steps, as GET returns it', async () => {
    const created = await aSequenceOverRest()
    expect(created).toMatchObject({ name: 'After the visit', description: '', status: 'draft' })
    expect(created.steps).toMatchObject(steps())
    expect((await api(`GET /sequences/${created.id}`)).body.data).toEqual(created)
  })

  it('201: creates one sequence for requests with one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'one' }
    const [first, second] = [
      await api('POST /sequences', { name: 'Once', steps: [] }, { headers }),
      await api('POST /sequences', { name: 'Once', steps: [] }, { headers }),
    ]
    expect(second.body).toEqual(first.body)
    expect(await db.sequence.count({ where: { organizationId } })).toBe(1)
  })

  it('400: names the step and field of each fault, and stores nothing', async () => {
    const wrong = [
      { type: 'survey', surveyId: organizationId },
      { type: 'wait', delay: -1 },
    ]
    const { status, body } = await api('POST /sequences', { name: 'After the visit', steps: wrong })
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(Object.keys(body.error.details)).toEqual(['steps.1.delay'])
    const unknown = await api('POST /sequences', { name: 'After the visit', steps: wrong.slice(0, 1) })
    expect(Object.keys(unknown.body.error.details)).toEqual(['steps.0.surveyId'])
    const empty = await api('POST /sequences', { name: 'Nothing', status: 'active', steps: [] })
    expect(Object.keys(empty.body.error.details)).toEqual(['steps'])
    expect(await db.sequence.count({ where: { organizationId } })).toBe(0)
  })

  it('403: needs sequences:write, which sequences:* does not cover and admin does', async () => {
    const body = { name: 'After the visit', steps: [] }
    const refused = await apiAs(organizationId, 'sequences:*')('POST /sequences', body)
    expect([refused.status, refused.body.error.requiredScope]).toEqual([403, 'sequences:write'])
    expect((await apiAs(organizationId, 'admin')('POST /sequences', body)).status).toBe(201)
  })

  it('400: a webhook URL without webhooks:write; 201 with it', async () => {
    const body = { name: 'After the visit', steps: [{ type: 'wait', webhookUrl: HOOK }] }
    const refused = await api('POST /sequences', body)
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([400, ['steps.0.webhookUrl']])
    const allowed = await apiAs(organizationId, 'sequences:write', 'webhooks:write')('POST /sequences', body)
    expect([allowed.status, allowed.body.data.steps[0].webhookUrl]).toEqual([201, HOOK])
  })
})

describe('PATCH /sequences/{id}', () => {
  it('200: changes only the fields that are sent', async () => {
    const { id, ...created } = await aSequenceOverRest()
    const renamed = await api(`PATCH /sequences/${id}`, { description: 'Asks once' })
    expect([renamed.status, renamed.body.data]).toEqual([200, { id, ...created, description: 'Asks once' }])
    const activated = await api(`PATCH /sequences/${id}`, { status: 'active' })
    expect(activated.body.data).toEqual({ id, ...created, description: 'Asks once', status: 'active' })
    const shortened = await api(`PATCH /sequences/${id}`, { steps: created.steps.slice(0, 1) })
    expect(shortened.body.data).toMatchObject({ name: created.name, status: 'active', steps: [created.steps[0]] })
  })

  it('200: keeps the webhook URL of a step without webhooks:write, if steps are left alone', async () => {
    const owner = apiAs(organizationId, 'sequences:write', 'webhooks:write')
    const { body } = await owner('POST /sequences', { name: 'Hooked', steps: [{ type: 'wait', webhookUrl: HOOK }] })
    const { status, body: changed } = await api(`PATCH /sequences/${body.data.id}`, { name: 'Renamed' })
    expect([status, changed.data.steps[0].webhookUrl]).toEqual([200, HOOK])
  })

  it('409: a sequence that changed since it was read, with what is stored; nothing is changed', async () => {
    const created = await aSequenceOverRest()
    await api(`PATCH /sequences/${created.id}`, { name: 'Renamed meanwhile' })
    const { status, body } = await api(`PATCH /sequences/${created.id}`, {
      name: 'Mine',
      asRead: { name: created.name },
    })
    expect([status, body.error.code, body.error.details.current.name]).toEqual([
      409,
      'CHANGED_MEANWHILE',
      'Renamed meanwhile',
    ])
    expect((await api(`GET /sequences/${created.id}`)).body.data.name).toBe('Renamed meanwhile')
  })

  it('404: a sequence of another organization', async () => {
    const { id } = await aSequenceOverRest()
    const other = apiAs(await anOrganization(), 'sequences:write')
    expect((await other(`PATCH /sequences/${id}`, { name: 'Theirs' })).status).toBe(404)
    expect((await other(`DELETE /sequences/${id}`)).status).toBe(404)
    expect((await api(`GET /sequences/${id}`)).body.data.name).toBe('After the visit')
  })
})

describe('DELETE /sequences/{id}', () => {
  it('200: deletes the sequence and cancels what it has not sent; 404 afterwards', async () => {
    const { id } = await aSequenceOverRest()
    const { id: sendingId } = await aSending(organizationId, id)
    const { status, body } = await api(`DELETE /sequences/${id}`)
    expect([status, body.data]).toEqual([200, { id, deleted: true }])
    expect(await db.sending.findUnique({ where: { id: sendingId } })).toMatchObject({ status: 'cancelled' })
    expect((await api(`DELETE /sequences/${id}`)).status).toBe(404)
  })
})

it('answers the requests of the guide as the guide says', async () => {
  const file = path.join(import.meta.dirname, '../../../docs/guides/en/sequences.md')
  const samples = [...readFileSync(file, 'utf8').matchAll(/^```request (.+)\n([^`]*)```/gm)]
  const [survey = '', step = ''] = new Set(samples.flatMap(([sample]) => sample.match(/[0-9a-f-]{36}/g) ?? []))
  const ids = new Map([[survey, surveyId]])
  const statuses = []
  for (const [, line = '', text = ''] of samples) {
    const sample = [...ids].reduce((all, [shown, id]) => all.replaceAll(shown, id), `${line}\n${text}`)
    const [first = '', ...rest] = sample.split('\n')
    const { method, path: target, body } = parseSampleRequest(first, rest.join('\n'))
    const answer = await api(`${method} ${target}`, body)
    statuses.push([`${method} ${line.split(' ')[1]}`, answer.status])
    ids.set('{id}', answer.body.data.id).set(step, answer.body.data.steps?.[0]?.id)
  }
  expect(statuses).toEqual([
    ['POST /sequences', 201],
    ['PATCH /sequences/{id}', 200],
    ['PATCH /sequences/{id}', 200],
    ['DELETE /sequences/{id}', 200],
  ])
  expect(await db.sequence.count({ where: { organizationId } })).toBe(0)
})
