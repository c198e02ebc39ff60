import { readdirSync } from 'node:fs'
import path from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '../db'
import type { Role } from '../principal'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { aTenant, type TestTenant } from '../testing/tenancy/tenant'
import { DETAIL_PAGES, findOtherOrganizationForPath } from './find-other-organization-for-path'

/** Pages that exist for any id in their path. */
const THERE_FOR_ANY_ID = ['/settings/review-sources/google/[id]', '/sequences/new/[template]']

const PAGES = path.resolve(import.meta.dirname, '../../app/(dashboard)')

let there: TestTenant
let addresses: Record<string, string>

beforeAll(async () => {
  there = await aTenant()
  addresses = {
    '/companies/[id]': `/companies/${there.contactOrganization}`,
    '/contacts/[id]': `/contacts/${there.contact}`,
    '/contacts/[id]/edit': `/contacts/${there.contact}/edit`,
    '/contacts/[id]/merge': `/contacts/${there.contact}/merge`,
    '/contacts/imports/[id]': `/contacts/imports/${there.finishedImport}`,
    '/contacts/actions/[id]': `/contacts/actions/${there.finishedAction}`,
    '/employees/[id]': `/employees/${there.employee}`,
    '/locations/[id]': `/locations/${there.location}`,
    '/outbox/[id]': `/outbox/${there.message}`,
    '/responses/[id]': `/responses/${there.response}`,
    '/reviews/[id]': `/reviews/${there.review}`,
    '/sequences/[id]': `/sequences/${there.sequence}`,
    '/sequences/[id]/entry': `/sequences/${there.sequence}/entry`,
    '/sequences/[id]/forecast': `/sequences/${there.sequence}/forecast`,
    '/sequences/[id]/entry/trigger': `/sequences/${there.sequence}/entry/trigger`,
    '/sequences/[id]/entry/trigger/requests': `/sequences/${there.sequence}/entry/trigger/requests`,
    '/sequences/[id]/entry/trigger/requests/[requestId]': `/sequences/${there.sequence}/entry/trigger/requests/${there.triggerRequest}`,
    '/sequences/[id]/results': `/sequences/${there.sequence}/results`,
    '/sequences/[id]/sendings': `/sequences/${there.sequence}/sendings`,
    '/sequences/[id]/sendings/[sendingId]': `/sequences/${there.sequence}/sendings/${there.sending}`,
    '/settings/alerts/[id]': `/settings/alerts/${there.alertRule}`,
    '/settings/api-keys/[id]': `/settings/api-keys/${there.apiKey}`,
    '/settings/review-sources/[id]': `/settings/review-sources/${there.feedSource}`,
    '/settings/webhooks/[id]': `/settings/webhooks/${there.subscription}`,
    '/settings/webhooks/[id]/deliveries/[deliveryId]': `/settings/webhooks/${there.subscription}/deliveries/${there.delivery}`,
    '/surveys/[id]': `/surveys/${there.survey}`,
    '/surveys/[id]/versions': `/surveys/${there.survey}/versions`,
    '/surveys/[id]/sharing': `/surveys/${there.survey}/sharing`,
    '/surveys/[id]/sharing/[linkId]': `/surveys/${there.survey}/sharing/${there.surveyLink}`,
    '/surveys/[id]/widgets/[widgetId]': `/surveys/${there.survey}/widgets/${there.surveyWidget}`,
    '/surveys/[id]/results': `/surveys/${there.survey}/results`,
  }
})

/** An owner of one organization who also has this role in the other. */
async function aReader(role?: Role) {
  const organizationId = await anOrganization()
  const { userId } = await aMember(organizationId, 'owner')
  if (role) await db.membership.create({ data: { organizationId: there.organizationId, userId, role } })
  return { organizationId, userId }
}

it('record pages cover every dashboard page with an id in its path', () => {
  const folders = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'page.tsx' && file.includes('['))
    .map((file) => `/${path.dirname(file)}`)
  expect([...Object.keys(DETAIL_PAGES), ...THERE_FOR_ANY_ID].toSorted()).toEqual(folders.toSorted())
  expect(Object.keys(addresses).toSorted()).toEqual(Object.keys(DETAIL_PAGES).toSorted())
})

describe.each(Object.entries(DETAIL_PAGES))('another organization’s page %s', (folder, { scope }) => {
  const address = () => addresses[folder] ?? ''

  it('finds the reader’s organization that has the record, if their role may see the page', async () => {
    const expected = { organizationId: there.organizationId, name: `Name ${there.canary}` }
    expect(await findOtherOrganizationForPath(await aReader('owner'), address())).toEqual(expected)
    expect(await findOtherOrganizationForPath(await aReader('member'), address())).toEqual(
      scope === 'admin' ? null : expected,
    )
  })

  it('finds no other organization for a non-member, an unknown id or the organization already open', async () => {
    expect(await findOtherOrganizationForPath(await aReader(), address())).toBeNull()
    const unknown = address().replace(/[0-9a-f-]{36}(?=\D*$)/, uuidv7())
    expect(unknown).not.toBe(address())
    const reader = await aReader('owner')
    expect(await findOtherOrganizationForPath(reader, unknown)).toBeNull()
    expect(
      await findOtherOrganizationForPath({ ...reader, organizationId: there.organizationId }, address()),
    ).toBeNull()
  })
})

describe('hidden records of other organizations', () => {
  it('finds in no other organization a deleted survey or location, or a delivery of another subscription', async () => {
    const reader = await aReader('owner')
    const at = new Date()
    const gone = await db.survey.create({
      data: { organizationId: there.organizationId, name: 'Gone', type: 'nps', questions: [], deletedAt: at },
    })
    const location = await db.location.create({
      data: { organizationId: there.organizationId, name: 'Gone', removedAt: at },
    })
    for (const place of [
      `/surveys/${gone.id}`,
      `/locations/${location.id}`,
      `/settings/webhooks/${there.stepSubscription}/deliveries/${there.delivery}`,
    ])
      expect([place, await findOtherOrganizationForPath(reader, place)]).toEqual([place, null])
  })

  it.each([
    ['owner', 'owner', true],
    ['owner', 'admin', false],
    ['admin', 'owner', true],
    ['admin', 'admin', true],
    ['admin', 'member', false],
  ] as const)('finds an outbox message for role %s as a reader of role %s: %s', async (visibleTo, role, isFound) => {
    const message = { channel: 'email', sender: 'a@example.com', recipient: 'b@example.com', text: '', headers: {} }
    const { id } = await db.capturedMessage.create({
      data: { ...message, organizationId: there.organizationId, visibleTo },
    })
    expect((await findOtherOrganizationForPath(await aReader(role), `/outbox/${id}`)) !== null).toBe(isFound)
  })

  it('finds no other organization for paths that are not record pages', async () => {
    const reader = await aReader('owner')
    for (const place of ['/', '/contacts', '/contacts/x', `/nowhere/${there.contact}`, `/contacts/${there.contact}/x`])
      expect(await findOtherOrganizationForPath(reader, place)).toBeNull()
  })
})
