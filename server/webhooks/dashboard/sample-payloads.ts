import type { Contact } from '../../contacts/schema'
import type { Response } from '../../responses/schema'
import type { Review } from '../../reviews/schema'
import type { EventKind } from '../schema'

const CONTACT: Contact = {
  id: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+14155550123',
  title: null,
  preferredLanguage: 'en',
  locationId: null,
  contactOrganizationId: null,
  customFields: { plan: 'pro' },
  tags: ['sample'],
  unsubscribed: false,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
}

const RESPONSE: Response = {
  id: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e58',
  surveyId: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e59',
  contactId: CONTACT.id,
  npsScore: 9,
  isPromoter: true,
  surveyVersion: 1,
  changedAt: null,
  status: 'completed',
  createdAt: '2026-03-01T09:30:00.000Z',
  csatScore: null,
  cesScore: null,
  isDetractor: false,
  locationId: null,
  employeeId: null,
  contactOrganizationId: null,
  sequenceId: null,
  channel: 'email',
  surveyLinkId: null,
  language: 'en',
  answers: [
    { questionId: 'q1', type: 'nps', text: 'How likely are you to recommend us to a friend?', value: 9 },
    { questionId: 'q2', type: 'text', text: 'What is the reason for your score?', value: 'Quick and friendly.' },
  ],
  fields: { order: '4711' },
}

const REVIEW: Review = {
  id: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5a',
  source: 'google',
  rating: 5,
  text: 'Quick and friendly.',
  publishedAt: '2026-03-01T09:30:00.000Z',
  replyText: null,
  respondedAt: null,
}

export const SAMPLE_PAYLOADS: Record<EventKind, object> = {
  new_contact: CONTACT,
  new_response: RESPONSE,
  detractor_response: {
    ...RESPONSE,
    npsScore: 3,
    isPromoter: false,
    isDetractor: true,
    answers: [
      { ...RESPONSE.answers[0], value: 3 },
      { ...RESPONSE.answers[1], value: 'I waited for an hour.' },
    ],
  },
  new_review: REVIEW,
  bad_review: { ...REVIEW, rating: 2, text: 'I waited for an hour.' },
  'contact.bounced': {
    event: 'contact.bounced',
    occurredAt: '2026-03-01T09:30:00.000Z',
    contactId: CONTACT.id,
    email: CONTACT.email,
    sendingId: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5d',
    code: '5.1.1',
    words: '550 5.1.1 User unknown',
  },
  'sending.failed': {
    event: 'sending.failed',
    occurredAt: '2026-03-01T09:30:00.000Z',
    sendingId: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5d',
    sequenceId: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5b',
    stepId: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5c',
    contactId: CONTACT.id,
    email: CONTACT.email,
    channel: 'email',
    status: 'bounced',
    reason: 'refused',
    words: '550 5.1.1 User unknown',
    surveyId: RESPONSE.surveyId,
  },
  'step.completed': {
    event: 'step.completed',
    occurredAt: '2026-03-01T09:30:00.000Z',
    sequenceId: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5b',
    stepId: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5c',
    stepType: 'survey',
    sendingId: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5d',
    contactId: CONTACT.id,
    email: CONTACT.email,
    status: 'sent',
    surveyId: RESPONSE.surveyId,
  },
}
