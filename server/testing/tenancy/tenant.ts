import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { now } from '@/server/clock'
import { queryRows } from '@/server/db'
import { currentKeyId, keyedHash, signToken } from '@/server/encryption'
import { SESSION_MAX_AGE_SECONDS } from '../../auth/sessions'
import { apiKeyData, organizationData } from '../factories/basics'
import { sessionCookie } from '../factories/sessions'
import { RowBatch } from './row-batch'
import { addAlerts } from './tenant-alerts'
import { addBulkActions } from './tenant-bulk-actions'
import { addDigest } from './tenant-digests'
import { addImports } from './tenant-imports'
import { addMemberAndAccountRows } from './tenant-members-and-accounts'
import { addReviews, buildReviewLinkColumns, type TenantColumns } from './tenant-reviews'
import { addDomains } from './tenant-sending'
import { addSendingAndWriteRows, addSequence, addSurveys, addTagsNoteAndReply } from './tenant-surveys-and-responses'
import { addTriggerAddress } from './tenant-triggers'
import { addOutboxAndApiRequestRows, addWebhooks } from './tenant-webhooks'

/** An organization with rows in every tenant table, and the markers that reveal a leak of its data. */
export type TestTenant = Awaited<ReturnType<typeof aTenant>>

export async function aTenant() {
  const canary = `canary${randomBytes(8).toString('hex')}`
  const rows = new RowBatch()
  const base = { organizationId: uuidv7() }
  const credentials = await makeCredentials(rows, base, canary)
  const people = addMemberAndAccountRows(rows, base, canary, credentials)
  const records = makeRecords(rows, base, canary)
  const { encryptedValues, ...surveys } = addSurveys(rows, base, canary)
  const sequence = addSequence(rows, base, canary, surveys)
  rows.add('Organization', {
    ...organizationData(),
    ...buildReviewLinkColumns(canary, records.location),
    id: base.organizationId,
    name: `Name ${canary}`,
    replyToUserId: people.colleague,
    fromName: `From ${canary}`,
    postalAddress: `Postal ${canary}`,
    footerText: { en: `Footer ${canary}`, fr: null },
  })
  rows.add('TestOrganization', base)
  const sender = addSenderProfile(rows, base, canary)
  const sendings = {
    user: credentials.user,
    ...(await addSendingAndWriteRows(rows, base, canary, { ...credentials, ...records, ...surveys, ...sequence })),
  }
  await addSearchAndRateWindow(base, canary)
  const cases = addTagsNoteAndReply(rows, base, canary, sendings)
  const reviews = addReviews(rows, base, canary, { ...records, user: credentials.user })
  const { sealedAddress, ...alerts } = addAlerts(rows, base, canary, { ...records, ...surveys, ...sendings })
  const { sealedDkimKey, ...domains } = addDomains(rows, base, canary)
  const { triggerSecrets, ...triggers } = addTriggerAddress(rows, base, canary, { ...records, ...sequence })
  const digests = addDigest(rows, base, canary, sendings)
  const { secrets: hookSecrets, ...hookIds } = addWebhooks(rows, base, canary, credentials.user)
  const auxiliary = addOutboxAndApiRequestRows(rows, base, canary, credentials.callerKeyId)
  await rows.write()
  return {
    ...base,
    canary,
    ...credentials,
    ...people,
    ...sender,
    ...records,
    ...surveys,
    ...sequence,
    ...sendings,
    ...cases,
    ...reviews,
    ...alerts,
    ...domains,
    ...triggers,
    ...digests,
    ...hookIds,
    ...auxiliary,
    /** Values that no response may contain, besides the canary and the ids. */
    secrets: [
      credentials.key,
      ...hookSecrets,
      ...auxiliary.sealed,
      sealedAddress,
      sealedDkimKey,
      ...encryptedValues,
      ...triggerSecrets,
      signToken('survey', sendings.sendingStep),
    ],
  }
}

function addSenderProfile(rows: RowBatch, base: TenantColumns, canary: string) {
  const logo = rows.add('OrganizationLogo', { ...base, png: Buffer.from(canary), width: 100, height: 40 })
  const replyToConfirmation = rows.add('ReplyToConfirmation', {
    ...base,
    email: `replies-${canary}@example.com`,
    language: 'en',
    requestedByName: `Person ${canary}`,
    expiresAt: new Date('2099-01-01'),
  })
  return { logo, replyToConfirmation }
}

/** An administrator's key and an owner's session. `lastUsedAt` is in the future, so using the key does not change its row. */
async function makeCredentials(rows: RowBatch, base: TenantColumns, canary: string) {
  const { key, columns } = apiKeyData(['admin'])
  const lastUsedAt = new Date(Date.now() + 3_600_000)
  const callerKeyId = rows.add('ApiKey', {
    ...base,
    ...columns,
    name: `Caller ${canary}`,
    hashKeyId: currentKeyId,
    lastUsedAt,
  })
  const late = new Date('2099-01-01')
  const apiKey = rows.add('ApiKey', {
    ...base,
    ...apiKeyData(['admin']).columns,
    name: `Key ${canary}`,
    lastUsedAt,
    hashKeyId: canary,
    previousHash: Buffer.from(`previous ${canary}`),
    previousHashKeyId: canary,
    previousStart: canary,
    previousEnd: canary,
    previousExpiresAt: late,
  })
  const email = `person-${canary}@example.com`
  const user = rows.add('User', { name: `Person ${canary}`, email, emailVerifiedAt: now() })
  rows.add('Membership', { ...base, userId: user, role: 'owner' })
  const session = rows.add('Session', {
    ...base,
    userId: user,
    userAgent: `Browser ${canary}`,
    address: `address-${canary}`,
    expiresAt: new Date(Date.now() + SESSION_MAX_AGE_SECONDS * 1000),
    lastSeenAt: late,
  })
  const view = rows.add('SavedView', {
    ...base,
    userId: user,
    list: 'contacts',
    name: `View ${canary}`,
    query: `search=${canary}`,
  })
  rows.add('UnreadMarker', { ...base, userId: user, newSince: now(), seenUntil: now(), activeAt: now() })
  return { callerKeyId, key, apiKey, user, cookie: await sessionCookie(user, session), view }
}

function makeRecords(rows: RowBatch, base: TenantColumns, canary: string) {
  const location = rows.add('Location', { ...base, name: `Location ${canary}` })
  const contactOrganization = rows.add('ContactOrganization', { ...base, name: `Company ${canary}` })
  const employee = rows.add('Employee', {
    ...base,
    name: `Employee ${canary}`,
    email: `employee-${canary}@example.com`,
  })
  const otherLocation = rows.add('Location', { ...base, name: `Other location ${canary}` })
  const otherContactOrganization = rows.add('ContactOrganization', { ...base, name: `Other company ${canary}` })
  const otherEmployee = rows.add('Employee', { ...base, name: `Other employee ${canary}` })
  const contactEmail = `contact-${canary}@example.com`
  const contact = rows.add('Contact', {
    ...base,
    email: contactEmail,
    firstName: `First ${canary}`,
    lastName: `Last ${canary}`,
    phone: `ext. ${canary}`,
    title: `Title ${canary}`,
    locationId: location,
    contactOrganizationId: contactOrganization,
    customFields: { [canary]: canary },
    tags: [canary],
  })
  const otherContact = rows.add('Contact', {
    ...base,
    email: `other-contact-${canary}@example.com`,
    firstName: `Other ${canary}`,
  })
  rows.add('ContactEvent', {
    ...base,
    contactId: contact,
    at: now(),
    kind: 'changed',
    actorType: 'user',
    actorName: `Actor ${canary}`,
    details: { title: [canary, `Title ${canary}`] },
  })
  rows.add('ContactDuplicateDismissal', { ...base, contactId: contact, otherId: otherContact })
  const contactNote = rows.add('ContactNote', {
    ...base,
    contactId: contact,
    authorId: uuidv7(),
    authorName: `Author ${canary}`,
    text: `Note ${canary}`,
  })
  const segment = rows.add('Segment', {
    ...base,
    name: `Segment ${canary}`,
    filter: { tag: canary },
  })
  const contactProperty = rows.add('ContactProperty', {
    ...base,
    key: canary,
    type: 'text',
    labelEn: `Property ${canary}`,
    labelFr: `Propriété ${canary}`,
    options: [{ value: canary, label: { en: canary, fr: canary } }],
    position: 1,
  })
  const suppression = rows.add('Suppression', {
    ...base,
    emailHash: keyedHash('suppression', canary),
    hashKeyId: canary,
    reason: 'blocked',
    email: `blocked-${canary}@example.com`,
    note: `Note ${canary}`,
  })
  rows.add('SmsOptOut', {
    ...base,
    phoneHash: keyedHash('sms-opt-out', canary),
    hashKeyId: canary,
    phone: canary,
    createdAt: now(),
  })
  rows.add('ReceivedTextMessage', { ...base, messageId: `SM ${canary}`, receivedAt: now() })
  return {
    ...addImports(rows, base, canary, contact),
    ...addBulkActions(rows, base, canary, contact),
    location,
    contactOrganization,
    employee,
    otherLocation,
    otherContactOrganization,
    otherEmployee,
    contact,
    contactEmail,
    contactNote,
    otherContact,
    contactProperty,
    suppression,
    segment,
  }
}

/** Rows of tables that Prisma's schema lacks. */
async function addSearchAndRateWindow({ organizationId }: TenantColumns, canary: string): Promise<void> {
  await queryRows({
    text: `
      WITH search AS (INSERT INTO contact_search_total (organization_id, patterns, terms, total, counted_at) VALUES ($1::uuid, $2::text[], $3, 1, now()))
      INSERT INTO rate_window VALUES ($1::uuid, 0, 0, array_fill(0, ARRAY[241]), 0, 0, array_fill(0, ARRAY[241]))`,
    values: [organizationId, [`% ${canary}%`], `'${canary}'`],
  })
}
