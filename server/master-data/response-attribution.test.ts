import { expect, it } from 'vitest'
import { db } from '../db'
import { signToken } from '../encryption'
import { getOverview } from '../overview/overview'
import { submitResponse } from '../responses/submit-response'
import { verifyOrRebuildStats } from '../responses/verify-or-rebuild-stats'
import { aContact, anApiKey, anEmailAddress, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSequence } from '../testing/factories/sequences'
import { runSendingsAndReadState } from '../testing/sendings'
import { startRestServer } from '../testing/servers/rest-server'
import { aMasterDataEntry, runRemovalJob } from './master-data-fixture'
import { mergeMasterDataEntry } from './merge-and-delete'

/* End-to-end attribution of responses to a location and an employee, through the public API with one key. */

const SCOPES = ['locations:read', 'employees:*', 'sequences:execute', 'responses:read']

async function aProgram(organizationId: string) {
  const server = await startRestServer()
  const { key } = await anApiKey(organizationId, SCOPES)
  const ask = async (line: string, body?: object) => {
    const [method = 'GET', path = '/'] = line.split(' ')
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, ...((await response.json()) as { data: unknown }) }
  }
  return { ask, close: () => server.close() }
}

async function answer(organizationId: string, contactId: string): Promise<void> {
  const sending = await db.sending.findFirstOrThrow({ where: { organizationId, contactId } })
  await runSendingsAndReadState(organizationId, sending.id)
  const step = await db.sendingStep.findFirstOrThrow({ where: { organizationId, sendingId: sending.id } })
  await submitResponse(signToken('survey', step.id), new Map([['nps', ['9']]]), 'en')
}

it('a sequence executed over the API passes its location and employee on to the response', async () => {
  const organizationId = await anOrganization()
  const pier = await db.location.create({ data: { organizationId, name: 'The Pier' } })
  await db.location.create({ data: { organizationId, name: 'Harbour Street' } })
  const { id: surveyId } = await aSurvey(organizationId)
  const sequence = await aSequence(organizationId, [{ type: 'survey', surveyId }])
  const { ask, close } = await aProgram(organizationId)
  try {
    const places = await ask('GET /locations?search=pier')
    expect(places).toMatchObject({ status: 200, data: [{ id: pier.id, name: 'The Pier' }] })
    const created = await ask('POST /employees', { name: 'Grace Hopper', email: 'grace@example.com' })
    expect(created).toMatchObject({ status: 201, data: { name: 'Grace Hopper' } })
    const employeeId = (created.data as { id: string }).id

    const executed = await ask(`POST /sequences/${sequence.id}/execute`, {
      contacts: [{ email: anEmailAddress() }],
      locationId: pier.id,
      employeeId,
    })
    expect(executed.status).toBe(200)
    const [{ contactId } = { contactId: '' }] = (executed.data as { results: { contactId: string }[] }).results
    await answer(organizationId, contactId)

    const listed = await ask(`GET /responses?location_id=${pier.id}&employee_id=${employeeId}`)
    const [response] = listed.data as { id: string }[]
    expect(await ask(`GET /responses/${response?.id}`)).toMatchObject({
      status: 200,
      data: { contactId, npsScore: 9, locationId: pier.id, employeeId },
    })
  } finally {
    await close()
  }
})

it('a response to a sequence executed without a location has the location of its contact', async () => {
  const organizationId = await anOrganization()
  const pier = await db.location.create({ data: { organizationId, name: 'The Pier' } })
  const contact = await aContact(organizationId, { locationId: pier.id })
  const { id: surveyId } = await aSurvey(organizationId)
  const sequence = await aSequence(organizationId, [{ type: 'survey', surveyId }])
  const { ask, close } = await aProgram(organizationId)
  try {
    await ask(`POST /sequences/${sequence.id}/execute`, { contacts: [{ email: contact.email }] })
    await answer(organizationId, contact.id)
    const listed = await ask(`GET /responses?location_id=${pier.id}`)
    expect(listed.data).toMatchObject([{ contactId: contact.id }])
  } finally {
    await close()
  }
})

it('a response keeps the company that its contact belonged to when the survey was sent', async () => {
  const organizationId = await anOrganization()
  const [hotel, clinic] = [
    await aMasterDataEntry('contact_organization', organizationId, 'Old Mill Hotel'),
    await aMasterDataEntry('contact_organization', organizationId, 'Riverside Clinic'),
  ]
  const contact = await aContact(organizationId, { contactOrganizationId: hotel })
  const { id: surveyId } = await aSurvey(organizationId)
  const sequence = await aSequence(organizationId, [{ type: 'survey', surveyId }])
  const { ask, close } = await aProgram(organizationId)
  try {
    await ask(`POST /sequences/${sequence.id}/execute`, { contacts: [{ email: contact.email }] })
    await db.contact.update({ where: { id: contact.id }, data: { contactOrganizationId: clinic } })
    await answer(organizationId, contact.id)
    expect((await ask(`GET /responses?contact_organization_id=${clinic}`)).data).toEqual([])
    const listed = await ask(`GET /responses?contact_organization_id=${hotel}`)
    expect(listed.data).toMatchObject([{ contactId: contact.id }])
    const [{ id } = { id: '' }] = listed.data as { id: string }[]
    expect((await ask(`GET /responses/${id}`)).data).toMatchObject({ contactOrganizationId: hotel })
    const { breakdown } = await getOverview(organizationId, { days: 7, by: 'company' })
    expect(breakdown.parts).toMatchObject([
      { id: hotel, name: 'Old Mill Hotel', responses: 1, scores: { nps: { n: 1, value: 100 } }, rate: { captured: 1 } },
    ])

    await mergeMasterDataEntry('contact_organization', organizationId, { id: hotel, intoId: clinic })
    const isMerged = async () => (await ask(`GET /responses?contact_organization_id=${clinic}`)).data
    expect(await isMerged()).toMatchObject([{ id }])
    await runRemovalJob('contact_organization', organizationId, hotel)
    expect(await isMerged()).toMatchObject([{ id }])
    expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0 })
    const { breakdown: after } = await getOverview(organizationId, { days: 7, by: 'company' })
    expect(after.parts).toMatchObject([{ id: clinic, responses: 1, rate: { captured: 1 } }])
  } finally {
    await close()
  }
})
