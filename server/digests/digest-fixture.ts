import { vi } from 'vitest'
import { db, type Prisma } from '../db'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { insertNpsResponses } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { createDueDigest } from './create-due-digest'
import { listDigests } from './digest-log'
import { listOrganizationIdsWithDueDigest } from './queries'

/* A Monday in Paris, and the week before it: 5–11 January 2026. In winter, Paris is an hour ahead of UTC. */

export const MONDAY_8_AM_PARIS = Date.parse('2026-01-12T07:00:00Z')
export const WEDNESDAY_OF_DIGEST_WEEK = new Date('2026-01-07T10:00:00Z')
export const WEDNESDAY_BEFORE_DIGEST_WEEK = new Date('2025-12-31T10:00:00Z')
const LONG_AGO = { createdAt: new Date('2025-06-01T00:00:00Z'), digestWeek: new Date('2025-12-29') }

export const setClock = (time: number | string) => vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] })

export async function aDigestOrganization(data: Partial<Prisma.OrganizationUncheckedCreateInput> = {}) {
  const organizationId = await anOrganization({
    name: 'Analytical Engines',
    timeZone: 'Europe/Paris',
    ...LONG_AGO,
    ...data,
  })
  const owner = await aMember(organizationId, 'owner')
  const { id: surveyId } = await aSurvey(organizationId, { name: 'After a visit' })
  return { organizationId, owner, surveyId }
}

export async function aDigestOrganizationWithResponses(data: Partial<Prisma.OrganizationUncheckedCreateInput> = {}) {
  const shop = await aDigestOrganization(data)
  await insertNpsResponses(shop.organizationId, shop.surveyId, [9, 3], WEDNESDAY_OF_DIGEST_WEEK)
  return shop
}

export const isDigestDueAt = async (organizationId: string, time: number | string) =>
  (await listOrganizationIdsWithDueDigest(100_000, new Date(time))).includes(organizationId)
export const listDigestLog = async (organizationId: string) =>
  (await listDigests(organizationId, { page: 1, limit: 25 })).data

export async function createAndSendDigest(
  organizationId: string,
  time: number | string = MONDAY_8_AM_PARIS,
): Promise<void> {
  setClock(time)
  await createDueDigest(organizationId)
  for (const { id } of await db.systemEmail.findMany({ where: { organizationId, endedAt: null } }))
    await sendSystemEmail(id)
}
