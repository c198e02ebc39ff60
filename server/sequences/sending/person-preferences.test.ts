import { expect, it } from 'vitest'
import { DAY_MS, now } from '../../clock'
import type { SuppressionReason } from '../../contacts/queries'
import type { BatchContext } from './batch-context'
import { decideStep } from './decide-step'
import { STEP_DEFAULTS } from './find-next-step'
import { InMemorySending, type SendingStepRow } from './in-memory-sending'

/* Each combination of what a person chose, compared with a model of what they may get. */

const EMAIL = 'ada@example.com'
const ID = '11111111-1111-7111-8111-111111111111'
const SURVEY = { id: ID, type: 'nps', status: 'active', questions: [] }

type Case = {
  suppressions: ReadonlySet<SuppressionReason>
  type: 'survey' | 'email' | 'sms'
  asksSurvey: boolean
  isReminder: boolean
  hasPhone: boolean
  organizationDays: number | null
  daysSinceSurvey: number | null
}

const CHOICES = ['opted_out', 'fewer_surveys', 'no_email', 'no_sms'] as const
const EVERY_CHOICE = Array.from({ length: 2 ** CHOICES.length }, (_, bits) =>
  CHOICES.filter((_choice, index) => (bits & (1 << index)) !== 0),
)

const KINDS = [
  { type: 'survey', asksSurvey: true, isReminder: true },
  { type: 'survey', asksSurvey: true, isReminder: false },
  { type: 'email', asksSurvey: false, isReminder: false },
  { type: 'sms', asksSurvey: true, isReminder: true },
  { type: 'sms', asksSurvey: true, isReminder: false },
  { type: 'sms', asksSurvey: false, isReminder: false },
] as const
const TIMES = [null, 30, 90, 365].flatMap((organizationDays) =>
  [null, 10, 60, 100, 400].map((daysSinceSurvey) => ({ organizationDays, daysSinceSurvey })),
)

function* listCases(): Generator<Case> {
  for (const suppressions of EVERY_CHOICE)
    for (const kind of KINDS)
      for (const hasPhone of [true, false])
        for (const times of TIMES) yield { suppressions: new Set(suppressions), ...kind, hasPhone, ...times }
}

/** The model: the reason not to send, or null. */
function expectReason(one: Case): string | null {
  const { suppressions: chose, type, asksSurvey, isReminder, hasPhone, organizationDays, daysSinceSurvey } = one
  if (chose.has('opted_out')) return 'unsubscribed'
  if (type === 'sms' && !hasPhone) return 'noPhone'
  if (type === 'sms' && chose.has('no_sms')) return 'smsDeclined'
  if (type !== 'sms' && chose.has('no_email')) return 'emailDeclined'
  if (!asksSurvey || isReminder || daysSinceSurvey === null) return null
  if (organizationDays !== null && daysSinceSurvey < organizationDays)
    return chose.has('fewer_surveys') && organizationDays <= 90 ? 'fewerSurveys' : 'throttled'
  return chose.has('fewer_surveys') && daysSinceSurvey < 90 ? 'fewerSurveys' : null
}

function decide({ suppressions, type, asksSurvey, isReminder, hasPhone, organizationDays, daysSinceSurvey }: Case) {
  const step = { ...STEP_DEFAULTS, id: ID, type, surveyId: asksSurvey ? ID : null, body: { en: 'Hello' } }
  const contact = { id: ID, email: EMAIL, phone: hasPhone ? '+33612345678' : null, firstName: 'Ada', lastName: null }
  // The first survey of this sending itself, long ago.
  const sent = { id: ID, stepId: 'first', surveyId: ID, status: 'sent', sentAt: new Date(0), endedAt: new Date(0) }
  const sending = new InMemorySending(
    { contactId: ID, locationId: null } as never,
    (isReminder ? [sent] : []) as SendingStepRow[],
    { ...contact, preferredLanguage: 'en', unsubscribed: suppressions.has('opted_out'), customFields: {} } as never,
    [],
  )
  const at = new Date(now().getTime() - (daysSinceSurvey ?? 0) * DAY_MS)
  const lastSurveyedAt = new Map(daysSinceSurvey === null ? [] : [[ID, new Map([[ID, at]])]])
  const context = {
    organization: {
      id: ID,
      name: 'Acme',
      fromName: null,
      brandColor: null,
      logo: null,
      postalAddress: null,
      footerText: {},
      tracksOpensAndClicks: false,
      replyTo: null,
      sendingDomain: null,
      linkDomain: null,
      throttleDays: organizationDays,
      defaultLanguage: 'en',
      reviewLinks: [],
      quietHoursStart: null,
      quietHoursEnd: null,
    },
    sendingRestriction: null,
    sendingsInMemory: [],
    surveys: new Map([[ID, SURVEY]]),
    suppressionsByEmail: new Map([[EMAIL, suppressions]]),
    smsOptOuts: new Map(),
    lastSurveyedAt,
    upcomingSurveys: [],
    rules: new Map(),
    timeZones: new Map(),
    contactProperties: [],
  }
  return decideStep(context as unknown as BatchContext, sending, step, ID)
}

it('decides as the model for each combination of a person’s choices, the organization’s throttle and the step', () => {
  const cases = [...listCases()]
  expect(cases.length).toBeGreaterThan(3000)
  const wrong = cases.flatMap((one) => {
    const decision = decide(one)
    const reason = 'reason' in decision ? decision.reason.code : null
    const isSent = decision.do === 'send'
    return reason === expectReason(one) && isSent === (reason === null) ? [] : [{ ...one, decision }]
  })
  expect(wrong).toEqual([])
})

it('says until when, by the longer of both throttles', () => {
  const base = { type: 'survey', asksSurvey: true, isReminder: false, hasPhone: false, daysSinceSurvey: 10 } as const
  const daysLeft = (organizationDays: number | null) => {
    const decision = decide({ ...base, suppressions: new Set(['fewer_surveys']), organizationDays })
    const until = 'reason' in decision ? decision.reason.values.until : undefined
    return Math.round((new Date(until ?? '').getTime() - now().getTime()) / DAY_MS)
  }
  expect([daysLeft(null), daysLeft(30), daysLeft(365)]).toEqual([80, 80, 355])
})
