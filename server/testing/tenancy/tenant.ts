import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { handleRest } from '@/server/api/rest'
import { now } from '@/server/clock'
import { db } from '@/server/db'
import { encryptSecret, fingerprint, keyedHash, signToken } from '@/server/encryption'
import type { Reason } from '@/server/outgoing/schema'
import { newSecret } from '@/server/webhooks/subscriptions/subscription-rows'
import { checkTallies } from '../../responses/tally-upkeep'
import { anApiKey, anOrganization } from '../factories/basics'
import { aSession } from '../factories/sessions'
import { makeAlerts } from './tenant-alerts'
import { makeDigest } from './tenant-digests'
import { makePeople } from './tenant-people'
import { type Base, makeReviews } from './tenant-reviews'

/** An address that every tenant uses: what one of them does with it is no business of the others. */
export const SHARED_HOOK_URL = 'https://receiver.example.com/shared'

/** Nothing here is due: workers that other tests run look at every organization. */
const NEVER = new Date('2099-01-01T00:00:00Z')

/** An organization with rows in every tenant table, and what gives its rows away wherever they turn up. */
export type Tenant = Awaited<ReturnType<typeof aTenant>>

/** Every text that people or machines gave holds this organization's own canary. */
export async function aTenant() {
  const canary = `canary${randomBytes(8).toString('hex')}`
  const organizationId = await anOrganization({ name: `Name ${canary}` })
  const base = { organizationId }
  const door = await makeDoor(organizationId, canary)
  const people = await makePeople(base, canary, door)
  const places = await makePlaces(base, canary)
  const surveys = await makeSurveys(base, canary)
  const sequence = await makeSequence(base, canary, surveys)
  const run = await makeSending(base, canary, { ...places, ...surveys, ...sequence })
  const cases = await makeCase(base, canary, { ...run, user: door.user })
  const reviews = await makeReviews(base, canary, { ...places, user: door.user })
  const { sealedAddress, ...alerts } = await makeAlerts(base, canary, {
    ...places,
    ...surveys,
    ...run,
    user: door.user,
  })
  const digests = await makeDigest(base, canary, { ...run, user: door.user })
  const hooks = await makeHooks(base, canary, door.user)
  const kept = await makeKept(base, canary, door.doorKey)
  const { secrets: hookSecrets, ...hookIds } = hooks
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
    /** What no answer may hold, beside the canary and the ids. */
    secrets: [door.key, ...hookSecrets, ...kept.sealed, sealedAddress, signToken('survey', run.sendingStep)],
  }
}

/** An administrator's key and an owner's session. The key was last used so late that using it again is not noted. */
async function makeDoor(organizationId: string, canary: string) {
  const data = { name: `Door ${canary}`, lastUsedAt: new Date(Date.now() + 3_600_000) }
  const { id: doorKey, key } = await anApiKey(organizationId, ['admin'], data)
  const { id: apiKey } = await anApiKey(organizationId, ['admin'], {
    ...data,
    name: `Key ${canary}`,
    hashKeyId: canary,
    previousHash: Buffer.from(`previous ${canary}`),
    previousHashKeyId: canary,
    previousStart: canary,
    previousEnd: canary,
    previousExpiresAt: new Date('2099-01-01'),
  })
  const { userId: user, cookie } = await aSession(organizationId)
  await db.user.update({
    where: { id: user },
    data: { name: `Person ${canary}`, email: `person-${canary}@example.com` },
  })
  const { id: view } = await db.savedView.create({
    data: { organizationId, userId: user, list: 'contacts', name: `View ${canary}`, query: `search=${canary}` },
  })
  await db.visit.create({
    data: { organizationId, userId: user, newSince: now(), seenUntil: now(), activeAt: now() },
  })
  await handleRest(new Request('http://localhost/api/v1/contacts', { headers: { 'X-API-Key': key } }))
  return { doorKey, key, apiKey, user, cookie, view }
}

async function makePlaces(base: Base, canary: string) {
  const [location, contactOrganization, employee] = await Promise.all([
    db.location.create({ data: { ...base, name: `Location ${canary}` } }),
    db.contactOrganization.create({ data: { ...base, name: `Company ${canary}` } }),
    db.employee.create({ data: { ...base, name: `Employee ${canary}`, email: `employee-${canary}@example.com` } }),
  ])
  const [otherLocation, otherContactOrganization, otherEmployee] = await Promise.all([
    db.location.create({ data: { ...base, name: `Other location ${canary}` } }),
    db.contactOrganization.create({ data: { ...base, name: `Other company ${canary}` } }),
    db.employee.create({ data: { ...base, name: `Other employee ${canary}` } }),
  ])
  const contact = await db.contact.create({
    data: {
      ...base,
      email: `contact-${canary}@example.com`,
      firstName: `First ${canary}`,
      lastName: `Last ${canary}`,
      phone: `ext. ${canary}`,
      title: `Title ${canary}`,
      locationId: location.id,
      contactOrganizationId: contactOrganization.id,
      customFields: { [canary]: canary },
      tags: [canary],
    },
  })
  await db.$executeRaw`INSERT INTO contact_search_total VALUES (${base.organizationId}::uuid, ${[`% ${canary}%`]}, 1, now())`
  await db.$executeRaw`INSERT INTO list_mark VALUES (${base.organizationId}::uuid, 'contact', '-infinity', ${contact.id}::uuid, 0)`
  await db.suppression.create({
    data: { ...base, emailHash: keyedHash('suppression', canary), hashKeyId: canary, reason: `bounced ${canary}` },
  })
  return {
    location: location.id,
    contactOrganization: contactOrganization.id,
    employee: employee.id,
    otherLocation: otherLocation.id,
    otherContactOrganization: otherContactOrganization.id,
    otherEmployee: otherEmployee.id,
    contact: contact.id,
    contactEmail: contact.email,
  }
}

/** Two that a sequence sends, and one that nothing uses. */
async function makeSurveys(base: Base, canary: string) {
  const data = (name: string) => ({
    ...base,
    name: `${name} ${canary}`,
    type: 'nps',
    questions: [{ id: 'why', type: 'text', text: `Why ${canary}?`, required: false }],
  })
  const survey = await db.survey.create({ data: data('First survey') })
  const otherSurvey = await db.survey.create({ data: data('Second survey') })
  const unusedSurvey = await db.survey.create({ data: data('Unused survey') })
  return { survey: survey.id, otherSurvey: otherSurvey.id, unusedSurvey: unusedSurvey.id }
}

async function makeSequence(
  base: Base,
  canary: string,
  { survey, otherSurvey }: { survey: string; otherSurvey: string },
) {
  const { id: sequence } = await db.sequence.create({
    data: { ...base, name: `Sequence ${canary}`, description: `Description ${canary}`, status: 'active' },
  })
  const step = async (position: number, surveyId: string) =>
    db.sequenceStep.create({
      data: {
        ...base,
        sequenceId: sequence,
        position,
        type: 'survey',
        surveyId,
        subject: `Subject ${canary}`,
        body: `Body ${canary}`,
        webhookUrl: `https://receiver.example.com/step-${canary}`,
      },
    })
  return { sequence, step: (await step(0, survey)).id, otherStep: (await step(1, otherSurvey)).id }
}

type Run = { contact: string; location: string; employee: string; survey: string; sequence: string; step: string }

async function makeSending(base: Base, canary: string, { contact, location, employee, survey, sequence, step }: Run) {
  const attribution = { sequenceId: sequence, contactId: contact, locationId: location, employeeId: employee }
  const email = `contact-${canary}@example.com`
  const at = now()
  const { id: sending } = await db.sending.create({
    data: {
      ...base,
      ...attribution,
      email,
      reason: otherReason(canary),
      anchorAt: at,
      dueAt: NEVER,
      status: 'running',
    },
  })
  const { id: sendingStep } = await db.sendingStep.create({
    data: {
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
    },
  })
  // What was asked is added up; what is answered is not yet.
  await checkTallies(base.organizationId, 'always')
  const { id: response } = await db.response.create({
    data: {
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
    },
  })
  return { sending, sendingStep, response }
}

/** A case of the person, whose due day no test reaches, and everything that is written down about it. */
async function makeCase(base: Base, canary: string, { response, user }: { response: string; user: string }) {
  await db.response.update({
    where: { id: response },
    data: { caseState: 'open', assigneeId: user, dueOn: NEVER, remindedOn: NEVER },
  })
  const { id: tag } = await db.responseTag.create({ data: { ...base, name: `Tag ${canary}` } })
  const giving = uuidv7()
  await db.responseTagging.create({ data: { ...base, tagId: tag, responseId: response, givingId: giving } })
  const { id: otherTag } = await db.responseTag.create({ data: { ...base, name: `Other tag ${canary}` } })
  const written = { ...base, responseId: response }
  const { id: note } = await db.responseNote.create({
    data: { ...written, authorId: user, authorName: `Person ${canary}`, text: `Note ${canary}` },
  })
  await db.responseEvent.create({
    data: { ...written, kind: 'tagAdded', actorId: user, actorName: `Person ${canary}`, value: `Tag ${canary}` },
  })
  const { id: reply } = await db.responseReply.create({
    data: {
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
    },
  })
  return { tag, otherTag, giving, note, reply }
}

async function makeHooks(base: Base, canary: string, userId: string) {
  const hookUrl = `https://receiver.example.com/${canary}`
  const secrets: string[] = []
  const sealed = (id: string) => {
    const secret = newSecret()
    const encrypted = encryptSecret('webhook-secret', secret, id)
    secrets.push(secret, encrypted)
    return encrypted
  }
  const row = async (url: string, triggerTypes: string[]) => {
    const id = uuidv7()
    const secretEncrypted = sealed(id)
    const previous = { previousSecretEncrypted: sealed(id), previousSecretUntil: new Date(Date.now() + 86_400_000) }
    await db.webhookSubscription.create({
      data: { ...base, id, hookUrl: url, triggerTypes, secretEncrypted, ...previous },
    })
    return id
  }
  const subscription = await row(hookUrl, ['new_contact', 'new_response'])
  const [hookSecret = ''] = secrets
  const stepSubscription = await row(`https://receiver.example.com/step-${canary}`, ['step.completed'])
  await row(SHARED_HOOK_URL, ['new_contact'])
  const { id: delivery } = await db.webhookDelivery.create({
    data: {
      ...base,
      subscriptionId: subscription,
      kind: 'new_contact',
      body: JSON.stringify([{ email: canary }]),
      status: 'failed',
      attemptCount: 5,
      deadLetter: true,
      reason: 'gone',
      endedAt: now(),
    },
  })
  await db.webhookAttempt.create({
    data: {
      ...base,
      deliveryId: delivery,
      subscriptionId: subscription,
      attempt: 5,
      httpStatusCode: 500,
      deadLetter: true,
      error: 'HTTP_STATUS',
      signature: `t=1,v1=${canary}`,
      responseBody: `Answer ${canary}`,
      durationMs: 12,
      finishedAt: now(),
    },
  })
  await db.systemEmail.create({
    data: {
      ...base,
      kind: 'webhookFailures',
      userId,
      aboutId: subscription,
      address: `system-${canary}@example.com`,
      groupKey: `group ${canary}`,
      values: { canary },
      reason: otherReason(canary),
      dueAt: NEVER,
      endedAt: now(),
    },
  })
  return { subscription, stepSubscription, hookUrl, hookSecret, delivery, secrets }
}

async function makeKept({ organizationId }: Base, canary: string, apiKeyId: string) {
  const { id: message } = await db.capturedMessage.create({
    data: {
      organizationId,
      channel: 'email',
      sender: `sender-${canary}@example.com`,
      recipient: `recipient-${canary}@example.com`,
      subject: `Subject ${canary}`,
      text: `Text ${canary}`,
      html: `<p>${canary}</p>`,
      headers: { 'X-Canary': canary },
    },
  })
  const sealed = encryptSecret('idempotent-answer', JSON.stringify({ data: { name: canary } }), organizationId)
  const idempotencyKey = `idempotency-${canary}`
  await db.idempotentAnswer.create({
    data: {
      organizationId,
      apiKeyId,
      key: idempotencyKey,
      requestHash: fingerprint(canary),
      status: 201,
      body: sealed,
    },
  })
  await db.dailyUse.create({ data: { organizationId, day: new Date('2026-01-01'), used: 7, accepted: 7 } })
  await db.jobWake.create({ data: { organizationId, job: `job-${canary}`, timerAt: now() } })
  const left = { sequenceId: uuidv7(), cancelReason: 'sequenceArchived' }
  await db.sequenceRevision.create({ data: { organizationId, ...left } })
  const lastRequest = uuidv7()
  const request = {
    id: lastRequest,
    method: `GET ${canary}`,
    path: `/api/v1/${canary}`,
    status: 404,
    durationMs: 7,
    createdAt: now(),
  }
  await db.apiRequest.create({ data: { organizationId, apiKeyId, ...request } })
  return { message, lastRequest, idempotencyKey, sealed: [sealed, fingerprint(canary)] }
}

function otherReason(canary: string): Reason {
  return { code: 'other', values: { words: `Reason ${canary}` } }
}
