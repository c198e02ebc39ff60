import { Sequence } from '../../../../sequences/schema'
import type { Sending, SendingListItem } from '../../../../sequences/sending/schema'
import {
  sampleContact,
  sampleIds,
  sampleSending,
  sampleSequence,
  sampleSurvey,
  sampleSurveyLink,
  sampleSurveyWidget,
} from '../sample-resources'
import { sampleSurveyResults } from '../sample-survey-results'
import {
  buildChangesExample,
  buildDeleteExample,
  buildGetExample,
  buildListExample,
  buildRenameExample,
  EXAMPLE_UPDATED_AT,
  type ExamplesByProcedure,
} from './example-builders'

export const surveyExamples: ExamplesByProcedure['surveys'] = {
  list: buildListExample(
    sampleSurvey,
    { search: 'visit', type: 'nps' as const, status: 'active' as const },
    { type: 'stars' },
  ),
  create: {
    input: { name: sampleSurvey.name, type: sampleSurvey.type, questions: sampleSurvey.questions },
    responses: { 201: { data: sampleSurvey } },
    invalidFields: { type: 'stars' },
  },
  get: buildGetExample(sampleSurvey),
  results: {
    input: {
      id: sampleIds.survey,
      days: 90 as const,
      from: '2026-03-01',
      to: '2026-03-31',
      step: 'month' as const,
      location_id: sampleIds.location,
      employee_id: sampleIds.employee,
      contact_organization_id: sampleIds.contactOrganization,
      channel: 'email' as const,
      language: 'en' as const,
      segment_id: sampleIds.segment,
      property: 'plan=pro',
      survey_version: 2,
      field: 'source=receipt',
    },
    responses: { 200: { data: sampleSurveyResults } },
    invalidFields: { days: 8 },
  },
  update: buildRenameExample(sampleSurvey, 'After each visit'),
  delete: buildDeleteExample(sampleSurvey.id, { deleted: true as const }),
}

const referenceOfLink = { id: sampleIds.survey, linkId: sampleSurveyLink.id }
const invalidLink = { linkId: '42' }

export const surveyLinkExamples: ExamplesByProcedure['surveyLinks'] = {
  list: buildListExample(sampleSurveyLink, { id: sampleIds.survey }),
  create: {
    input: { id: sampleIds.survey, name: sampleSurveyLink.name, placement: 'Receipt', asksContact: 'optional' },
    responses: { 201: { data: sampleSurveyLink } },
    variants: {
      attributed: { summary: 'About a location of your organization', fields: { locationId: sampleIds.location } },
    },
    invalidFields: { asksContact: 'maybe' },
  },
  update: {
    input: { ...referenceOfLink, active: false },
    responses: {
      200: { data: { ...sampleSurveyLink, active: false, state: 'inactive', updatedAt: EXAMPLE_UPDATED_AT } },
    },
    invalidFields: { quota: 0 },
  },
  delete: {
    input: referenceOfLink,
    responses: { 200: { data: { id: sampleSurveyLink.id, deleted: true } } },
    invalidFields: invalidLink,
  },
}

const referenceOfWidget = { id: sampleIds.survey, widgetId: sampleSurveyWidget.id }
const invalidWidget = { widgetId: '42' }

export const surveyWidgetExamples: ExamplesByProcedure['surveyWidgets'] = {
  list: buildListExample(sampleSurveyWidget, { id: sampleIds.survey }),
  create: {
    input: {
      id: sampleIds.survey,
      name: sampleSurveyWidget.name,
      kind: 'popover',
      origins: sampleSurveyWidget.origins,
      rules: { include: ['/orders/*'], sharePercent: 50 },
    },
    responses: { 201: { data: sampleSurveyWidget } },
    variants: {
      button: {
        summary: 'A button that opens it',
        fields: { kind: 'button', buttonText: { en: 'Feedback', fr: 'Votre avis' } },
      },
    },
    invalidFields: { origins: ['www.example.com'] },
  },
  get: { input: referenceOfWidget, responses: { 200: { data: sampleSurveyWidget } }, invalidFields: invalidWidget },
  update: {
    input: { ...referenceOfWidget, active: false },
    responses: {
      200: { data: { ...sampleSurveyWidget, active: false, state: 'inactive', updatedAt: EXAMPLE_UPDATED_AT } },
    },
    invalidFields: { rules: { sharePercent: 0 } },
  },
  delete: {
    input: referenceOfWidget,
    responses: { 200: { data: { id: sampleSurveyWidget.id, deleted: true } } },
    invalidFields: invalidWidget,
  },
}

const enrolment = {
  contacts: [{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', phone: '+14165550100' }],
}
const variants = {
  attributed: {
    summary: 'About a location and an employee of your organization',
    fields: { locationId: sampleIds.location, employeeId: sampleIds.employee },
  },
  once: {
    summary: 'Once for an order, although the call may come twice',
    fields: { contacts: [{ email: 'ada@example.com', dedupeKey: 'order 5012' }] },
  },
}
const execution = {
  contactsProcessed: 1,
  sendingsCreated: 1,
  results: [
    {
      email: sampleContact.email,
      contactId: sampleContact.id,
      sendingId: sampleIds.sending,
      status: 'queued' as const,
    },
  ],
}

export const sequenceExamples: ExamplesByProcedure['sequences'] = {
  list: buildListExample(Sequence.parse({ ...sampleSequence, createdAt: '2026-02-10T14:05:00.000Z' }), {}, { page: 0 }),
  get: buildGetExample(sampleSequence),
  create: {
    input: {
      name: sampleSequence.name,
      description: sampleSequence.description,
      steps: [{ type: 'email', delay: 86_400, subject: 'Thank you', body: 'Thank you for your visit.' }],
    },
    responses: {
      201: {
        data: {
          ...sampleSequence,
          status: 'draft',
          steps: [
            {
              id: sampleIds.step,
              type: 'email',
              delay: 86_400,
              subject: 'Thank you',
              body: 'Thank you for your visit.',
              condition: 'always',
            },
          ],
        },
      },
    },
    invalidFields: { steps: [{ type: 'survey', delay: -1 }] },
  },
  update: {
    input: { id: sampleIds.sequence, status: 'paused' },
    responses: { 200: { data: { ...sampleSequence, status: 'paused' } } },
    invalidFields: { status: 'stopped' },
  },
  delete: buildDeleteExample(sampleIds.sequence, { deleted: true as const }),
  execute: {
    input: { id: sampleIds.sequence, ...enrolment },
    variants,
    responses: { 200: { data: { sequenceId: sampleIds.sequence, sequenceName: 'After the visit', ...execution } } },
    invalidFields: { contacts: [{ email: 'ada@' }] },
  },
  sendSurvey: {
    input: { id: sampleIds.survey, ...enrolment },
    variants,
    responses: { 200: { data: { surveyId: sampleIds.survey, surveyName: 'After the visit', ...execution } } },
    invalidFields: { contacts: [] },
  },
}

const { steps, ...sending } = sampleSending
const sentSending: SendingListItem = { ...sending, lastStep: { type: 'survey', status: 'sent', reason: null } }
const cancelled = { code: 'cancelled' as const, message: 'Cancelled: what had not left is not sent any more.' }
const endedAt = '2026-03-03T11:20:00.000Z'
const cancelledSending: Sending = {
  ...sampleSending,
  status: 'cancelled',
  reason: cancelled,
  steps: steps.slice(0, 1),
  dueAt: null,
  updatedAt: endedAt,
  endedAt,
}

export const sendingExamples: ExamplesByProcedure['sendings'] = {
  list: {
    ...buildListExample(
      sentSending,
      {
        contact_id: sampleIds.contact,
        sequence_id: sampleIds.sequence,
        survey_id: sampleIds.survey,
        status: 'running' as const,
        paused: false,
      },
      { status: 'sent' },
    ),
    responseVariants: buildChangesExample('sending', sentSending),
  },
  get: buildGetExample(sampleSending),
  cancel: {
    input: { id: sampleIds.sending },
    responses: { 200: { data: cancelledSending } },
    invalidFields: { id: '42' },
  },
  pause: {
    input: { id: sampleIds.sending },
    responses: { 200: { data: { ...sampleSending, pausedAt: endedAt, dueAt: null, updatedAt: endedAt } } },
    invalidFields: { id: '42' },
  },
  resume: {
    input: { id: sampleIds.sending },
    responses: { 200: { data: sampleSending } },
    invalidFields: { id: '42' },
  },
  skip: {
    input: { id: sampleIds.sending, what: 'wait' },
    responses: { 200: { data: { ...sampleSending, dueAt: endedAt, updatedAt: endedAt } } },
    invalidFields: { what: 'everything' },
  },
  batch: {
    input: { ids: [sampleIds.sending, sampleIds.otherContact], action: 'pause' },
    responses: {
      200: {
        data: {
          results: [
            { index: 0, status: 'changed' },
            {
              index: 1,
              status: 'failed',
              error: { code: 'NOT_FOUND', message: 'Sending not found.' },
            },
          ],
          changed: 1,
          unchanged: 0,
          failed: 1,
        },
      },
    },
    invalidFields: { ids: [] },
  },
}
