import { expect, it } from 'vitest'
import { handleResponsesExport } from '../api/downloads/responses-export'
import { handleSessionRpc } from '../api/session/session-rpc'
import { browseReviews } from '../reviews/reviews'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aSession } from '../testing/factories/sessions'
import { apiAs } from '../testing/rest-client'
import { aMasterDataEntry, runRemovalJob } from './master-data-fixture'
import { mergeMasterDataEntry } from './merge-and-delete'

it('lists, files and filters resolve a merged id to the remaining record, before and after the job', async () => {
  const organizationId = await anOrganization()
  const { cookie } = await aSession(organizationId)
  const api = apiAs(organizationId, 'contacts:read', 'responses:read', 'reviews:read')
  const [old, older, kept] = [
    await aMasterDataEntry('location', organizationId, 'Old'),
    await aMasterDataEntry('location', organizationId, 'Older'),
    await aMasterDataEntry('location', organizationId, 'Kept'),
  ]
  const [person, personKept] = [
    await aMasterDataEntry('employee', organizationId, 'Old'),
    await aMasterDataEntry('employee', organizationId, 'Kept'),
  ]
  const [company, companyKept] = [
    await aMasterDataEntry('contact_organization', organizationId, 'Old'),
    await aMasterDataEntry('contact_organization', organizationId, 'Kept'),
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

  await mergeMasterDataEntry('location', organizationId, { id: older, intoId: old })
  await mergeMasterDataEntry('location', organizationId, { id: old, intoId: kept })
  await mergeMasterDataEntry('employee', organizationId, { id: person, intoId: personKept })
  await mergeMasterDataEntry('contact_organization', organizationId, { id: company, intoId: companyKept })
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
