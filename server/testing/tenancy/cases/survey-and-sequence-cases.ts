import { anEmailAddress } from '../../factories/basics'
import type { TestTenant } from '../tenant'
import { browsedResponses } from './response-and-alert-cases'
import { type CasesByProcedure, caseWithId, inputlessCase, pagedListCase, type TenancyCase } from './tenancy-case'

const enrolment = (pick: (own: TestTenant) => string): TenancyCase => ({
  input: (own) => ({
    id: pick(own),
    contacts: [{ email: anEmailAddress(), locationId: own.location, contactOrganizationId: own.contactOrganization }],
    locationId: own.location,
    employeeId: own.employee,
  }),
  references: {
    id: 'missing',
    'contacts.*.locationId': 'refused',
    'contacts.*.contactOrganizationId': 'refused',
    locationId: 'refused',
    employeeId: 'refused',
  },
})
const ownSteps = (own: TestTenant) => [
  { id: own.step, type: 'survey', surveyId: own.survey },
  { id: own.otherStep, type: 'survey', surveyId: own.otherSurvey },
]
const stepsWithCondition = (item: object) => [
  { type: 'email', subject: 'Hello', body: 'Hello', conditions: { match: 'all', items: [item] } },
]
const ofLocation = ({ location }: TestTenant) => stepsWithCondition({ type: 'location', locationId: location })
const ofAnswer = ({ survey }: TestTenant) =>
  stepsWithCondition({ type: 'answer', surveyId: survey, questionId: 'nps', operator: 'is', value: 1 })
const stepTexts = ({ canary }: TestTenant) => ({
  delay: 0,
  subject: `Subject ${canary}`,
  body: `Body ${canary}`,
  webhookUrl: `https://receiver.example.com/step-${canary}`,
  condition: 'always',
  conditions: { match: 'any', items: [{ type: 'tag', tag: `only-${canary}`, is: false }] },
})

const listOfSendings: readonly TenancyCase[] = [
  {
    input: (own) => ({ contact_id: own.contact, sequence_id: own.sequence }),
    references: { contact_id: 'empty', sequence_id: 'empty' },
  },
  { input: (own) => ({ survey_id: own.survey }), references: { survey_id: 'empty' } },
]
const emptyDraft = { type: 'email', surveyId: null, subject: 'Hello', body: 'Hello', earlierSurveyId: null }
const surveyDraft = (own: TestTenant) => ({ ...emptyDraft, type: 'survey', surveyId: own.survey })
const previewInput = (own: TestTenant) => ({ draft: surveyDraft(own), contactId: own.contact, language: 'en' })
const testInput = (own: TestTenant) => ({ drafts: [surveyDraft(own)], contactId: own.contact, language: 'en' })

const versionCase: TenancyCase = {
  input: ({ survey }) => ({ id: survey, number: 1 }),
  references: { id: 'missing' },
}

/** What a caller claims to have read. */
const asReadCases: readonly TenancyCase[] = [
  ...[ofLocation, ofAnswer].map((steps) => ({
    input: (own: TestTenant) => ({
      id: own.sequence,
      name: 'After the visit',
      steps: ownSteps(own),
      asRead: {
        rules: { stopOutsideSegmentId: own.segment },
        steps: steps(own).map((step) => ({ id: own.step, delay: 0, condition: 'always', ...step })),
      },
    }),
    references: {
      'asRead.rules.stopOutsideSegmentId': 'conflict',
      'asRead.steps.*.conditions.items.*.locationId': 'conflict',
      'asRead.steps.*.conditions.items.*.surveyId': 'conflict',
    } as const,
    expectedStatus: 409 as const,
  })),
  {
    input: (own) => ({
      id: own.sequence,
      name: 'After the visit',
      steps: ownSteps(own),
      asRead: { steps: ownSteps(own).map((step) => ({ ...step, ...stepTexts(own) })) },
    }),
    references: { 'asRead.steps.*.id': 'conflict', 'asRead.steps.*.surveyId': 'conflict' },
  },
]

const link = (own: TestTenant) => ({ id: own.survey, linkId: own.surveyLink })
const linkCase: TenancyCase = {
  input: link,
  references: { id: 'missing', linkId: 'missing' },
}

const surveyResultsCase: TenancyCase = {
  input: (own) => ({
    id: own.survey,
    location_id: own.location,
    employee_id: own.employee,
    contact_organization_id: own.contactOrganization,
    segment_id: own.segment,
  }),
  references: {
    id: 'missing',
    location_id: 'empty',
    employee_id: 'empty',
    contact_organization_id: 'empty',
    segment_id: 'empty',
  },
}

const widget = (own: TestTenant) => ({ id: own.survey, widgetId: own.surveyWidget })
const widgetCase: TenancyCase = { input: widget, references: { id: 'missing', widgetId: 'missing' } }
const ORIGINS = ['https://www.example.com']

export const SURVEY_AND_SEQUENCE_CASES: CasesByProcedure = {
  'surveys.list': pagedListCase,
  'surveys.create': { input: () => ({ name: 'How likely', type: 'nps', questions: [] }) },
  'surveys.normalize': { input: () => ({ name: 'How likely', type: 'nps', questions: [] }) },
  'surveys.get': caseWithId((own) => own.survey),
  'surveys.update': {
    input: (own) => ({ id: own.survey, name: 'How likely' }),
    references: { id: 'missing' },
  },
  'surveys.delete': caseWithId((own) => own.unusedSurvey),
  'surveys.undelete': caseWithId((own) => own.unusedSurvey),
  'surveys.getWithQuestions': caseWithId((own) => own.survey),
  'surveys.use': caseWithId((own) => own.survey),
  'surveys.templates': inputlessCase,
  'surveys.answerCounts': caseWithId((own) => own.survey),
  'surveys.versions': caseWithId((own) => own.survey),
  'surveys.getVersion': versionCase,
  'surveys.restoreVersion': versionCase,
  'surveys.defaultLanguage': inputlessCase,
  'surveys.results': surveyResultsCase,
  'surveys.drivers': surveyResultsCase,
  'surveys.compareResults': {
    input: (own) => ({ query: surveyResultsCase.input?.(own), other: surveyResultsCase.input?.(own) }),
    references: {
      ...Object.fromEntries(
        ['query', 'other'].flatMap((field) =>
          Object.entries(surveyResultsCase.references ?? {}).map(([path, kind]) => [`${field}.${path}`, kind]),
        ),
      ),
      // Ignored: the survey is that of the query.
      'other.id': 'unknown',
    },
  },
  'surveys.browse': pagedListCase,

  'sharedResults.list': caseWithId((own) => own.survey),
  'sharedResults.create': {
    input: (own) => ({
      id: own.survey,
      title: 'Results',
      filters: {
        location_id: own.location,
        employee_id: own.employee,
        contact_organization_id: own.contactOrganization,
        segment_id: own.segment,
      },
      questionIds: null,
      expiresOn: null,
      password: null,
      showsTexts: false,
      showsNames: false,
    }),
    references: {
      id: 'missing',
      'filters.location_id': 'refused',
      'filters.employee_id': 'refused',
      'filters.contact_organization_id': 'refused',
      'filters.segment_id': 'refused',
    },
  },
  'sharedResults.revoke': {
    input: (own) => ({ id: own.survey, sharedId: own.sharedResults }),
    references: { id: 'missing', sharedId: 'missing' },
  },
  'surveyLinks.list': caseWithId((own) => own.survey),
  'surveyLinks.get': linkCase,
  'surveyLinks.name': caseWithId((own) => own.surveyLink),
  'surveyLinks.poster': linkCase,
  'surveyLinks.create': {
    input: (own) => ({ id: own.survey, name: 'Receipt', locationId: own.location, employeeId: own.employee }),
    references: { id: 'missing', locationId: 'refused', employeeId: 'refused' },
  },
  'surveyLinks.update': {
    input: (own) => ({ ...link(own), locationId: own.location, employeeId: own.employee }),
    references: { id: 'missing', linkId: 'missing', locationId: 'refused', employeeId: 'refused' },
  },
  'surveyLinks.delete': linkCase,
  'surveyLinks.revealSecret': linkCase,
  'surveyLinks.rotateSecret': linkCase,
  'surveyLinks.createPerRecord': {
    input: (own) => ({ id: own.survey, per: 'location' }),
    references: { id: 'missing' },
  },
  'surveyLinks.decideFlagged': [
    {
      input: (own) => ({ selection: { ids: [own.response] }, decision: 'delete' }),
      references: { 'selection.ids.*': 'empty' },
    },
    {
      input: (own) => ({ selection: { filter: browsedResponses.input?.(own) }, decision: 'accept' }),
      references: Object.fromEntries(
        Object.keys(browsedResponses.references ?? {}).map((path) => [`selection.filter.${path}`, 'unknown']),
      ),
    },
  ],

  'surveyWidgets.list': caseWithId((own) => own.survey),
  'surveyWidgets.get': widgetCase,
  'surveyWidgets.create': {
    input: (own) => ({
      id: own.survey,
      name: 'Shop',
      kind: 'popover',
      origins: ORIGINS,
      locationId: own.location,
      employeeId: own.employee,
    }),
    references: { id: 'missing', locationId: 'refused', employeeId: 'refused' },
  },
  'surveyWidgets.update': {
    input: (own) => ({ ...widget(own), locationId: own.location, employeeId: own.employee }),
    references: { id: 'missing', widgetId: 'missing', locationId: 'refused', employeeId: 'refused' },
  },
  'surveyWidgets.delete': widgetCase,
  'surveyWidgets.revealSecret': widgetCase,
  'surveyWidgets.rotateSecret': widgetCase,

  'sequences.browse': pagedListCase,
  'sequences.list': pagedListCase,
  'sequences.get': caseWithId((own) => own.sequence),
  'sequences.execute': enrolment((own) => own.sequence),
  'sequences.sendSurvey': enrolment((own) => own.survey),
  'sequences.save': [
    {
      input: (own) => ({ id: own.sequence, name: 'After the visit', steps: ownSteps(own) }),
      references: { id: 'missing', 'steps.*.id': 'unknown', 'steps.*.surveyId': 'refused' },
    },
    {
      input: (own) => ({
        name: 'After the visit',
        rules: { stopOutsideSegmentId: own.segment },
        steps: [],
      }),
      references: { 'rules.stopOutsideSegmentId': 'refused' },
    },
    {
      input: (own) => ({ name: 'After the visit', steps: ofLocation(own) }),
      references: { 'steps.*.conditions.items.*.locationId': 'refused' },
    },
    {
      input: (own) => ({ name: 'After the visit', steps: ofAnswer(own) }),
      references: { 'steps.*.conditions.items.*.surveyId': 'refused' },
    },
    ...asReadCases,
    {
      input: (own) => ({ name: 'After the visit', steps: ownSteps(own) }),
      references: { 'steps.*.id': 'unknown', 'steps.*.surveyId': 'refused' },
    },
  ],
  'sequences.create': [
    {
      input: (own) => ({ name: 'After the visit', steps: ownSteps(own) }),
      references: { 'steps.*.id': 'unknown', 'steps.*.surveyId': 'refused' },
    },
    {
      input: (own) => ({ name: 'After the visit', rules: { stopOutsideSegmentId: own.segment }, steps: [] }),
      references: { 'rules.stopOutsideSegmentId': 'refused' },
    },
    {
      input: (own) => ({ name: 'After the visit', steps: ofLocation(own) }),
      references: { 'steps.*.conditions.items.*.locationId': 'refused' },
    },
    {
      input: (own) => ({ name: 'After the visit', steps: ofAnswer(own) }),
      references: { 'steps.*.conditions.items.*.surveyId': 'refused' },
    },
  ],
  'sequences.update': [
    { input: (own) => ({ id: own.sequence, name: 'After the visit' }), references: { id: 'missing' } },
    {
      input: (own) => ({ id: own.sequence, rules: { stopOutsideSegmentId: own.segment } }),
      references: { 'rules.stopOutsideSegmentId': 'refused' },
    },
    {
      input: (own) => ({ id: own.sequence, steps: ownSteps(own) }),
      references: { 'steps.*.id': 'unknown', 'steps.*.surveyId': 'refused' },
    },
    {
      input: (own) => ({ id: own.sequence, steps: ofLocation(own) }),
      references: { 'steps.*.conditions.items.*.locationId': 'refused' },
    },
    {
      input: (own) => ({ id: own.sequence, steps: ofAnswer(own) }),
      references: { 'steps.*.conditions.items.*.surveyId': 'refused' },
    },
    ...asReadCases,
  ],
  'surveys.duplicate': {
    input: (own) => ({ id: own.survey, name: 'Visit (copy)' }),
    references: { id: 'missing' },
  },
  'sequences.duplicate': {
    input: (own) => ({ id: own.sequence, name: 'After the visit (copy)' }),
    references: { id: 'missing' },
  },
  'sequences.forecast': {
    input: (own) => ({ id: own.sequence, segmentId: own.segment }),
    references: { id: 'missing', segmentId: 'empty' },
  },
  'sequences.forecastJourney': {
    input: (own) => ({ id: own.sequence, contactId: own.contact }),
    references: { id: 'missing', contactId: 'missing' },
  },
  'sequences.upcoming': inputlessCase,
  'sequences.previewMove': [
    {
      input: (own) => ({ id: own.sequence, steps: ownSteps(own) }),
      references: { id: 'missing', 'steps.*.id': 'unknown', 'steps.*.surveyId': 'unknown' },
    },
    ...[ofLocation, ofAnswer].map((steps) => ({
      input: (own: TestTenant) => ({ id: own.sequence, steps: steps(own) }),
      references: {
        'steps.*.conditions.items.*.locationId': 'unknown',
        'steps.*.conditions.items.*.surveyId': 'unknown',
      } as const,
    })),
  ],
  'sequences.setStatus': {
    input: (own) => ({ id: own.sequence, status: 'paused' }),
    references: { id: 'missing' },
  },
  'sequences.previewMessage': [
    { input: previewInput, references: { contactId: 'missing', 'draft.surveyId': 'missing' } },
    {
      input: (own) => ({ draft: { ...emptyDraft, earlierSurveyId: own.survey }, contactId: null, language: 'en' }),
      references: { 'draft.earlierSurveyId': 'missing' },
    },
  ],
  'sequences.sendTest': [
    { input: testInput, references: { contactId: 'missing', 'drafts.*.surveyId': 'missing' } },
    {
      input: (own) => ({ drafts: [{ ...emptyDraft, earlierSurveyId: own.survey }], contactId: null, language: 'en' }),
      references: { 'drafts.*.earlierSurveyId': 'missing' },
    },
  ],
  'sequences.warnings': caseWithId((own) => own.sequence),
  'sequences.delete': caseWithId((own) => own.sequence),
  'sequences.listSendings': [
    ...listOfSendings,
    {
      input: (own) => ({ sequence_id: own.sequence, step_id: own.step }),
      references: { sequence_id: 'empty', step_id: 'empty' },
    },
  ],
  'sequences.results': caseWithId((own) => own.sequence),
  'sequences.rates': { input: (own) => ({ sequenceIds: [own.sequence] }), references: { 'sequenceIds.*': 'empty' } },
  'sequences.countSendings': {
    input: (own) => ({ sequenceIds: [own.sequence] }),
    references: { 'sequenceIds.*': 'empty' },
  },
  'sequences.getSending': caseWithId((own) => own.sending),

  'entryRules.list': {
    input: (own) => ({ sequenceId: own.sequence }),
    references: { sequenceId: 'missing' },
  },
  'entryRules.forecast': caseWithId((own) => own.entryRule),
  'entryRules.save': [
    {
      input: (own) => ({
        id: own.entryRule,
        sequenceId: own.sequence,
        cause: { type: 'response_given', surveyId: own.survey, bands: ['negative'] },
        segmentId: own.segment,
        reentryDays: null,
      }),
      references: { id: 'missing', sequenceId: 'missing', 'cause.surveyId': 'refused', segmentId: 'refused' },
    },
  ],
  'entryRules.delete': caseWithId((own) => own.entryRule),
  'entryRules.candidates': {
    input: (own) => ({ ruleId: own.entryRule }),
    references: { ruleId: 'missing' },
  },

  'sendings.list': listOfSendings,
  'sendings.get': caseWithId((own) => own.sending),
  'sendings.cancel': caseWithId((own) => own.sending),
  'sendings.pause': caseWithId((own) => own.sending),
  'sendings.resume': caseWithId((own) => own.sending),
  'sendings.skip': {
    input: (own) => ({ id: own.sending, what: 'wait', stepId: own.otherStep }),
    references: { id: 'missing', stepId: 'conflict' },
  },
  'sendings.batch': {
    input: (own) => ({ ids: [own.sending], action: 'resume', stepId: own.otherStep }),
    references: { 'ids.*': 'unknown', stepId: 'unknown' },
  },
  'sendings.startAction': [
    {
      input: (own) => ({ action: { type: 'resume', stepId: own.otherStep }, filter: { sequence_id: own.sequence } }),
      references: { 'filter.sequence_id': 'missing', 'action.stepId': 'unknown' },
    },
    {
      input: (own) => ({
        action: { type: 'pause' },
        filter: { sequence_id: own.sequence, contact_id: own.contact, step_id: own.step },
      }),
      references: { 'filter.contact_id': 'unavailable', 'filter.step_id': 'unavailable' },
    },
    {
      input: (own) => ({ action: { type: 'pause' }, filter: { sequence_id: own.sequence, survey_id: own.survey } }),
      references: { 'filter.survey_id': 'unavailable' },
      expectedStatus: 400,
    },
  ],
  'sendings.actions': { input: (own) => ({ sequenceId: own.sequence }), references: { sequenceId: 'unknown' } },

  'outbox.status': inputlessCase,
  'outbox.list': pagedListCase,
  'outbox.delete': {
    input: (own) => ({ ids: [own.message] }),
    references: { 'ids.*': 'unknown' },
  },
  'outbox.get': caseWithId((own) => own.message),

  'overview.compare': {
    input: (own) => ({ kind: 'location', days: 30, surveyId: own.survey, search: 'canary' }),
    references: { surveyId: 'empty' },
  },
  'overview.subject': {
    input: (own) => ({ kind: 'location', id: own.location, days: 30, surveyId: own.survey }),
    references: { id: 'missing', surveyId: 'empty' },
  },
  'overview.drivers': { input: (own) => ({ days: 30, surveyId: own.survey }), references: { surveyId: 'empty' } },
  'overview.get': { input: (own) => ({ days: 30, surveyId: own.survey }), references: { surveyId: 'empty' } },
}
