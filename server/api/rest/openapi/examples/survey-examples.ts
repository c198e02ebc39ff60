import { Sequence } from '../../../../sequences/schema'
import { contact, sampleIds, sequence, survey } from '../sample-records'
import { deleteExample, type Examples, getExample, listExample, renameExample } from './example-values'

export const surveyExamples: Examples['surveys'] = {
  list: listExample(survey, { search: 'visit', type: 'nps' as const, status: 'active' as const }, { type: 'stars' }),
  create: {
    input: { name: survey.name, type: survey.type, questions: survey.questions },
    responses: { 201: { data: survey } },
    invalidFields: { type: 'stars' },
  },
  get: getExample(survey),
  update: renameExample(survey, 'After each visit'),
  delete: deleteExample(survey.id, { deleted: true as const }),
}

const enrolment = {
  contacts: [{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', phone: '+14165550100' }],
}
const variants = {
  attributed: {
    summary: 'About a location and an employee of your organization',
    fields: { locationId: sampleIds.location, employeeId: sampleIds.employee },
  },
}
const execution = {
  contactsProcessed: 1,
  sendingsCreated: 1,
  results: [{ email: contact.email, contactId: contact.id, status: 'queued' as const }],
}

export const sequenceExamples: Examples['sequences'] = {
  list: listExample(Sequence.parse({ ...sequence, createdAt: '2026-02-10T14:05:00.000Z' }), {}, { page: 0 }),
  get: getExample(sequence),
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
