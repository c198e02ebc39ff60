import { Sequence } from '../../../../sequences/schema'
import { sampleContact, sampleIds, sampleSequence, sampleSurvey } from '../sample-resources'
import {
  buildDeleteExample,
  buildGetExample,
  buildListExample,
  buildRenameExample,
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
  update: buildRenameExample(sampleSurvey, 'After each visit'),
  delete: buildDeleteExample(sampleSurvey.id, { deleted: true as const }),
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
  results: [{ email: sampleContact.email, contactId: sampleContact.id, status: 'queued' as const }],
}

export const sequenceExamples: ExamplesByProcedure['sequences'] = {
  list: buildListExample(Sequence.parse({ ...sampleSequence, createdAt: '2026-02-10T14:05:00.000Z' }), {}, { page: 0 }),
  get: buildGetExample(sampleSequence),
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
