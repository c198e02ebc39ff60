import { expect, it } from 'vitest'
import { handleResponsesExport } from '../api/downloads/responses-export'
import { handleSessionRpc } from '../api/session/session-rpc'
import { browseReviews } from '../reviews/reviews'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aSession } from '../testing/factories/sessions'
import { apiAs } from '../testing/rest-client'
import { mergeRecord } from './merge-and-delete'
import { aRecord, runRemovalJob } from './record-fixture'

it('lists, files and filters resolve a merged id to the remaining record, before and after the job', async () => {
  const organizationId = await anOrganization()
  const { cookie } = await aSession(organizationId)
  const api = apiAs(organizationId, 'contacts:read', 'responses:read', 'reviews:read')
  const [old, older, kept] = [
    await aRecord('location', organizationId, 'Old'),
    await aRecord('location', organizationId, 'Older'),
    await aRecord('location', organizationId, 'Kept'),
  ]
  const [person, personKept] = [
    await aRecord('employee', organizationId, 'Old'),
    await aRecord('employee', organizationId, 'Kept'),
  ]
  const [company, companyKept] = [
    await aRecord('contact_organization', organizationId, 'Old'),
    await aRecord('contact_organization', organizationId, 'Kept'),
  ]
  const { id: surveyId } = await aSurvey(organizationId)
  for (const locationId of [old, older, kept]) {
    await aContact(organizationId, { locationId, contactOrganizationId: locationId === old ? company : companyKept })
    await aReview(organizationId, { locationId })
    await aResponse(organizationId, surveyId, { locationId, employeeId: locationId === old ? person : personKept })
  }

  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  async function browse(list: string, filter: object): Promise<number> {
    const input = encodeURIComponent(JSON.stringify({ page: 1, limit: 50, ...filter }))
    const request = new Request(`http://localhost/api/trpc/${list}.browse?input=${input}`, { headers })
    const { result } = (await (await handleSessionRpc(request)).json()) as {
      result: { data: { meta: { total: number } } }
    }
    return result.data.meta.total
  }
  async function expectAll(): Promise<void> {
    for (const [param, ids, lists] of [
      ['location_id', [old, older, kept], ['responses', 'contacts', 'reviews']],
      ['employee_id', [person, personKept], ['responses']],
      ['contact_organization_id', [company, companyKept], ['contacts']],
    ] as const)
      for (const id of ids)
        for (const list of lists) {
          const { body } = await api(`GET /${list}?${param}=${id}`)
          const total = { list, param, n: body.meta?.total }
          expect(total).toEqual({ list, param, n: 3 })
          expect(await browse(list, { [param]: id })).toBe(3)
        }
    const address = `http://localhost/api/responses?location_id=${old}`
    const file = await (await handleResponsesExport(new Request(address, { headers: { cookie } }))).text()
    expect(file.match(/Old/g)).toBe(null)
    expect(file.match(/Kept,Kept/g)).toHaveLength(3)
    const { data: reviews } = await browseReviews(organizationId, { page: 1, limit: 10 })
    expect(reviews.map(({ location }) => location?.name)).toEqual(['Kept', 'Kept', 'Kept'])
  }

  await mergeRecord('location', organizationId, { id: older, intoId: old })
  await mergeRecord('location', organizationId, { id: old, intoId: kept })
  await mergeRecord('employee', organizationId, { id: person, intoId: personKept })
  await mergeRecord('contact_organization', organizationId, { id: company, intoId: companyKept })
  await expectAll()
  for (const [kind, id] of [
    ['location', old],
    ['location', older],
    ['employee', person],
    ['contact_organization', company],
  ] as const)
    await runRemovalJob(kind, organizationId, id)
  await expectAll()
})
