import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { now } from '@/server/clock'
import { encryptSecret } from '../../encryption'
import { verifyOrRebuildStats } from '../../responses/verify-or-rebuild-stats'
import { DEFAULT_RULES } from '../../survey-widgets/constants'
import type { RowBatch } from './row-batch'
import type { TenantColumns } from './tenant-reviews'
import { canaryReason, NEVER_DUE } from './tenant-webhooks'

export function addSurveys(rows: RowBatch, base: TenantColumns, canary: string) {
  const data = (name: string) => ({
    ...base,
    name: `${name} ${canary}`,
    type: 'nps',
    questions: [{ id: 'why', type: 'text', text: `Why ${canary}?`, required: false }],
    endings: [{ id: 'sorry', title: `Sorry ${canary}` }],
    thanks: { plain: { title: `Thanks ${canary}` } },
    fields: [{ id: `field-${canary}`, signed: false }],
  })
  const survey = rows.add('Survey', data('First survey'))
  const otherSurvey = rows.add('Survey', data('Second survey'))
  const unusedSurvey = rows.add('Survey', data('Unused survey'))
  rows.add('SurveyVersion', {
    ...base,
    surveyId: survey,
    number: 1,
    questions: [{ id: 'why', type: 'text', text: `Why ${canary}?`, required: false }],
    endings: [{ id: 'sorry', title: `Sorry ${canary}` }],
    layout: 'all',
    actorType: 'user',
    actorName: `Author ${canary}`,
  })
  const [surveyLink, surveyWidget] = [uuidv7(), uuidv7()]
  const encryptedValues = [surveyLink, surveyWidget].flatMap((id) =>
    [canary, `old ${canary}`].map((secret) => encryptSecret('survey-widget-secret', secret, id)),
  )
  const [linkSecret = '', oldLinkSecret = '', widgetSecret = '', oldWidgetSecret = ''] = encryptedValues
  rows.add('SurveyLink', {
    ...base,
    id: surveyLink,
    surveyId: survey,
    name: `Link ${canary}`,
    slug: `link-${canary}`,
    placement: `Place ${canary}`,
    pinHash: `Pin ${canary}`,
    secretEncrypted: linkSecret,
    previousSecretEncrypted: oldLinkSecret,
  })
  rows.add('SurveyLink', {
    ...base,
    id: surveyWidget,
    surveyId: survey,
    name: `Widget ${canary}`,
    slug: `widget-${canary}`,
    secretEncrypted: widgetSecret,
    previousSecretEncrypted: oldWidgetSecret,
  })
  rows.add('SurveyWidget', {
    ...base,
    id: surveyWidget,
    kind: 'popover',
    buttonText: { en: `Ask ${canary}`, fr: `Demande ${canary}` },
    origins: [`https://${canary}.example.com`],
    rules: { ...DEFAULT_RULES, include: [`/${canary}`] },
  })
  const sharedId = uuidv7()
  const tokenEncrypted = encryptSecret('shared-results-token', `Token ${canary}`, sharedId)
  const sharedResults = rows.add('SharedResults', {
    ...base,
    id: sharedId,
    surveyId: survey,
    title: `Shared ${canary}`,
    tokenHash: randomBytes(32),
    tokenEncrypted,
    filters: { property: `plan=${canary}` },
    questionIds: [`question ${canary}`],
    passwordHash: `Password ${canary}`,
    createdById: uuidv7(),
    createdByName: `Author ${canary}`,
  })
  return {
    survey,
    otherSurvey,
    unusedSurvey,
    surveyLink,
    surveyWidget,
    sharedResults,
    encryptedValues: [...encryptedValues, tokenEncrypted],
  }
}

export function addSequence(
  rows: RowBatch,
  base: TenantColumns,
  canary: string,
  { survey, otherSurvey }: { survey: string; otherSurvey: string },
) {
  const sequence = rows.add('Sequence', {
    ...base,
    name: `Sequence ${canary}`,
    description: `Description ${canary}`,
    status: 'active',
    stopTag: `stop-${canary}`,
  })
  rows.add('SequenceVersion', { ...base, sequenceId: sequence, number: 0, steps: [{ subject: canary }] })
  rows.add('SequenceMessageDay', { ...base, sequenceId: sequence, day: new Date(), messages: 1 })
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
      conditions: { match: 'any', items: [{ type: 'tag', tag: `only-${canary}`, is: false }] },
    })
  const segmentId = rows.add('Segment', { ...base, name: `Segment of a rule ${canary}`, filter: { tag: canary } })
  const entryRule = rows.add('EntryRule', {
    ...base,
    sequenceId: sequence,
    segmentId,
    type: 'tag_removed',
    tag: `removed-${canary}`,
    propertyKey: canary,
  })
  return { sequence, entryRule, step: step(0, survey), otherStep: step(1, otherSurvey) }
}

type SendingRows = Record<
  | 'user'
  | 'contact'
  | 'location'
  | 'employee'
  | 'contactOrganization'
  | 'survey'
  | 'surveyLink'
  | 'sequence'
  | 'step'
  | 'entryRule',
  string
>

/** Writes all rows added so far: the statistics then include the sent survey, but not yet the response. */
export async function addSendingAndWriteRows(rows: RowBatch, base: TenantColumns, canary: string, ids: SendingRows) {
  const { user, contact, location, employee, contactOrganization, survey, surveyLink, sequence, step, entryRule } = ids
  const attribution = {
    sequenceId: sequence,
    contactId: contact,
    locationId: location,
    employeeId: employee,
    contactOrganizationId: contactOrganization,
  }
  const email = `contact-${canary}@example.com`
  const at = now()
  const sending = rows.add('Sending', {
    ...base,
    ...attribution,
    email,
    reason: canaryReason(canary),
    anchorAt: at,
    dueAt: NEVER_DUE,
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
    reason: canaryReason(canary),
    messageId: `<${canary}@example.com>`,
    sentAt: at,
    endedAt: at,
  })
  rows.add('EntryRuleMember', { ...base, ruleId: entryRule, contactId: contact })
  rows.add('EntryCandidate', {
    ...base,
    ruleId: entryRule,
    contactId: contact,
    occurrence: canary,
    outcome: 'entered',
    sendingId: sending,
    decidedAt: at,
    createdAt: at,
  })
  rows.add('SendingDedupeKey', { ...base, targetId: sequence, keyHash: canary, sendingId: sending, createdAt: at })
  rows.add('SurveyShortLink', { ...base, codeHash: randomBytes(32), sendingStepId: sendingStep })
  rows.add('MessageEvent', {
    ...base,
    sendingStepId: sendingStep,
    channel: 'email',
    kind: 'delivered',
    code: canary,
    words: `Words ${canary}`,
    provider: canary,
    occurredAt: at,
    receivedAt: at,
    dedupeKey: canary,
  })
  await rows.write()
  await verifyOrRebuildStats(base.organizationId, 'always')
  rows.add('AnswerDailyStats', { ...base, surveyId: survey, span: 'day', day: at, key: `${canary} text`, n: 0 })
  const response = rows.add('Response', {
    ...base,
    ...attribution,
    surveyId: survey,
    sendingId: sending,
    sendingStepId: sendingStep,
    status: 'completed',
    language: 'en',
    answers: [{ questionId: `why-${canary}`, type: 'text', text: `Why ${canary}?`, value: `Because ${canary}` }],
    fields: { [`field-${canary}`]: `Value ${canary}` },
    npsScore: 3,
    rating: 3,
    isDetractor: true,
    band: 'negative',
    surveyLinkId: surveyLink,
    flag: 'many',
    flaggedContact: { name: canary, email: `flagged-${canary}@example.com` },
    submittedAt: at,
    caseState: 'open',
    assigneeId: user,
    dueOn: NEVER_DUE,
    remindedOn: NEVER_DUE,
  })
  // Written before its tags: a trigger copies columns of the response to them.
  await rows.write()
  return { sending, sendingStep, response }
}

export function addTagsNoteAndReply(
  rows: RowBatch,
  base: TenantColumns,
  canary: string,
  { response, user }: { response: string; user: string },
) {
  const tag = rows.add('ResponseTag', { ...base, name: `Tag ${canary}` })
  const giving = uuidv7()
  rows.add('ResponseTagging', { ...base, tagId: tag, responseId: response, bulkActionId: giving })
  const otherTag = rows.add('ResponseTag', { ...base, name: `Other tag ${canary}` })
  const ofResponse = { ...base, responseId: response }
  const note = rows.add('ResponseNote', {
    ...ofResponse,
    authorId: user,
    authorName: `Person ${canary}`,
    text: `Note ${canary}`,
  })
  rows.add('ResponseEvent', {
    ...ofResponse,
    kind: 'tagAdded',
    actorId: user,
    actorName: `Person ${canary}`,
    value: `Tag ${canary}`,
  })
  const reply = rows.add('ResponseReply', {
    ...ofResponse,
    draftId: user,
    authorId: user,
    authorName: `Person ${canary}`,
    subject: `Subject ${canary}`,
    text: `Words ${canary}`,
    recipient: `${canary}@example.com`,
    messageId: `<${canary}@example.com>`,
    status: 'failed',
    reason: canaryReason(canary),
    endedAt: now(),
  })
  return { tag, otherTag, giving, note, reply }
}
