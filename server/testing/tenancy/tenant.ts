import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { now } from '@/server/clock'
import { queryRows } from '@/server/db'
import { currentKeyId, keyedHash, signToken } from '@/server/encryption'
import { SESSION_SECONDS } from '../../auth/sessions'
import { checkTallies } from '../../responses/tally-upkeep'
import { apiKeyData, organizationData } from '../factories/basics'
import { sessionCookie } from '../factories/sessions'
import { makeAlerts } from './tenant-alerts'
import { makeDigest } from './tenant-digests'
import { makeHooks, makeKept, NEVER, otherReason } from './tenant-hooks'
import { makePeople } from './tenant-people'
import { type Base, makeReviews, reviewLinks } from './tenant-reviews'
import { TenantRows } from './tenant-rows'

/** An organization with rows in every tenant table, and the markers that reveal a leak of its data. */
export type Tenant = Awaited<ReturnType<typeof aTenant>>

export async function aTenant() {
  const canary = `canary${randomBytes(8).toString('hex')}`
  const rows = new TenantRows()
  const base = { organizationId: uuidv7() }
  const door = await makeDoor(rows, base, canary)
  const people = makePeople(rows, base, canary, door)
  const places = makePlaces(rows, base, canary)
  const surveys = makeSurveys(rows, base, canary)
  const sequence = makeSequence(rows, base, canary, surveys)
  rows.add('Organization', {
    ...organizationData(),
    ...reviewLinks(canary, places.location),
    id: base.organizationId,
    name: `Name ${canary}`,
    replyToUserId: people.colleague,
  })
  const run = {
    user: door.user,
    ...(await makeSending(rows, base, canary, { ...door, ...places, ...surveys, ...sequence })),
  }
  await addSearchAndRateWindow(base, canary)
  const cases = makeCase(rows, base, canary, run)
  const reviews = makeReviews(rows, base, canary, { ...places, user: door.user })
  const { sealedAddress, ...alerts } = makeAlerts(rows, base, canary, { ...places, ...surveys, ...run })
  const digests = makeDigest(rows, base, canary, run)
  const { secrets: hookSecrets, ...hookIds } = makeHooks(rows, base, canary, door.user)
  const kept = makeKept(rows, base, canary, door.doorKey)
  await rows.write()
  return {
    ...base,
    canary,
    ...door,
    ...people,
    ...places,
    ...surveys,
    ...sequence,
    ...run,
    ...cases,
    ...reviews,
    ...alerts,
    ...digests,
    ...hookIds,
    ...kept,
    /** Values that no response may contain, besides the canary and the ids. */
    secrets: [door.key, ...hookSecrets, ...kept.sealed, sealedAddress, signToken('survey', run.sendingStep)],
  }
}

/** An administrator's key and an owner's session. `lastUsedAt` is in the future, so using the key does not change its row. */
async function makeDoor(rows: TenantRows, base: Base, canary: string) {
  const { key, columns } = apiKeyData(['admin'])
  const lastUsedAt = new Date(Date.now() + 3_600_000)
  const doorKey = rows.add('ApiKey', {
    ...base,
    ...columns,
    name: `Door ${canary}`,
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
    expiresAt: new Date(Date.now() + SESSION_SECONDS * 1000),
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
  return { doorKey, key, apiKey, user, cookie: await sessionCookie(user, session), view }
}

function makePlaces(rows: TenantRows, base: Base, canary: string) {
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
  rows.add('Suppression', {
    ...base,
    emailHash: keyedHash('suppression', canary),
    hashKeyId: canary,
    reason: `bounced ${canary}`,
  })
  return {
    location,
    contactOrganization,
    employee,
    otherLocation,
    otherContactOrganization,
    otherEmployee,
    contact,
    contactEmail,
  }
}

/** Rows of bookkeeping tables that Prisma does not know. */
async function addSearchAndRateWindow({ organizationId }: Base, canary: string): Promise<void> {
  await queryRows({
    text: `
      WITH search AS (INSERT INTO contact_search_total VALUES ($1::uuid, $2::text[], 1, now()))
      INSERT INTO rate_window VALUES ($1::uuid, 0, 0, array_fill(0, ARRAY[241]), 0, 0, array_fill(0, ARRAY[241]))`,
    values: [organizationId, [`% ${canary}%`]],
  })
}

function makeSurveys(rows: TenantRows, base: Base, canary: string) {
  const data = (name: string) => ({
    ...base,
    name: `${name} ${canary}`,
    type: 'nps',
    questions: [{ id: 'why', type: 'text', text: `Why ${canary}?`, required: false }],
  })
  const survey = rows.add('Survey', data('First survey'))
  const otherSurvey = rows.add('Survey', data('Second survey'))
  const unusedSurvey = rows.add('Survey', data('Unused survey'))
  return { survey, otherSurvey, unusedSurvey }
}

function makeSequence(
  rows: TenantRows,
  base: Base,
  canary: string,
  { survey, otherSurvey }: { survey: string; otherSurvey: string },
) {
  const sequence = rows.add('Sequence', {
    ...base,
    name: `Sequence ${canary}`,
    description: `Description ${canary}`,
    status: 'active',
  })
  const step = (position: number, surveyId: string) =>
    rows.add('SequenceStep', {
      ...base,
      sequenceId: sequence,
      position,
      type: 'survey',
      surveyId,
      subject: `Subject ${canary}`,
      body: `Body ${canary}`,
      webhookUrl: `https://receiver.example.com/step-${canary}`,
    })
  return { sequence, step: step(0, survey), otherStep: step(1, otherSurvey) }
}

type Run = Record<'user' | 'contact' | 'location' | 'employee' | 'survey' | 'sequence' | 'step', string>

/** Writes the rows so far: the sent survey is included in the statistics, the response not yet. */
async function makeSending(rows: TenantRows, base: Base, canary: string, run: Run) {
  const { user, contact, location, employee, survey, sequence, step } = run
  const attribution = { sequenceId: sequence, contactId: contact, locationId: location, employeeId: employee }
  const email = `contact-${canary}@example.com`
  const at = now()
  const sending = rows.add('Sending', {
    ...base,
    ...attribution,
    email,
    reason: otherReason(canary),
    anchorAt: at,
    dueAt: NEVER,
    status: 'running',
  })
  const sendingStep = rows.add('SendingStep', {
    ...base,
    sendingId: sending,
    stepId: step,
    position: 0,
    type: 'survey',
    surveyId: survey,
    status: 'answered',
    channel: 'email',
    recipient: email,
    reason: otherReason(canary),
    messageId: `<${canary}@example.com>`,
    sentAt: at,
    endedAt: at,
  })
  await rows.write()
  await checkTallies(base.organizationId, 'always')
  const response = rows.add('Response', {
    ...base,
    ...attribution,
    surveyId: survey,
    sendingId: sending,
    sendingStepId: sendingStep,
    status: 'completed',
    language: 'en',
    answers: [{ questionId: 'why', type: 'text', text: `Why ${canary}?`, value: `Because ${canary}` }],
    npsScore: 3,
    rating: 3,
    isDetractor: true,
    band: 'negative',
    submittedAt: at,
    caseState: 'open',
    assigneeId: user,
    dueOn: NEVER,
    remindedOn: NEVER,
  })
  // Written before its tags: a trigger copies columns of the response to them.
  await rows.write()
  return { sending, sendingStep, response }
}

function makeCase(
  rows: TenantRows,
  base: Base,
  canary: string,
  { response, user }: { response: string; user: string },
) {
  const tag = rows.add('ResponseTag', { ...base, name: `Tag ${canary}` })
  const giving = uuidv7()
  rows.add('ResponseTagging', { ...base, tagId: tag, responseId: response, bulkActionId: giving })
  const otherTag = rows.add('ResponseTag', { ...base, name: `Other tag ${canary}` })
  const written = { ...base, responseId: response }
  const note = rows.add('ResponseNote', {
    ...written,
    authorId: user,
    authorName: `Person ${canary}`,
    text: `Note ${canary}`,
  })
  rows.add('ResponseEvent', {
    ...written,
    kind: 'tagAdded',
    actorId: user,
    actorName: `Person ${canary}`,
    value: `Tag ${canary}`,
  })
  const reply = rows.add('ResponseReply', {
    ...written,
    draftId: user,
    authorId: user,
    authorName: `Person ${canary}`,
    subject: `Subject ${canary}`,
    text: `Words ${canary}`,
    recipient: `${canary}@example.com`,
    messageId: `<${canary}@example.com>`,
    status: 'failed',
    reason: otherReason(canary),
    endedAt: now(),
  })
  return { tag, otherTag, giving, note, reply }
}
