import type { ContactProperty } from '../../../contact-properties/schema'
import type { Contact } from '../../../contacts/schema'
import type { ContactOrganization, Employee, Location } from '../../../master-data/schema'
import type { Response } from '../../../responses/schema'
import type { Review } from '../../../reviews/schema'
import type { Segment } from '../../../segments/schema'
import { SequenceRules } from '../../../sequences/rules/schema'
import type { SequenceDetail } from '../../../sequences/schema'
import type { Sending } from '../../../sequences/sending/schema'
import type { SurveyLink } from '../../../survey-links/schema'
import type { SurveyWidget } from '../../../survey-widgets/schema'
import type { Survey } from '../../../surveys/schema'

export const sampleIds = {
  contact: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57',
  surveyLink: '0199b7d2-91c8-7a4e-8d25-6f0b3e9a7c14',
  surveyWidget: '0199b7d3-2e71-7b5c-9a46-8c1d4f0b6e27',
  contactProperty: '0199b7d1-4c9e-7a3b-8f16-2d5e7c0a9b43',
  segment: '0199b7d1-5a02-7c41-9e83-7b1f2c6d0e58',
  otherContact: '0199b7d6-6c41-7d0a-8a2e-51f3c7b9e024',
  location: '0199b7d0-1f5e-7b64-9c83-7d2e4a6f1b90',
  employee: '0199b7d0-2a7c-7e19-b5d4-3c8f6e1a9d27',
  contactOrganization: '0199b7d0-3b8d-7f2a-96e5-4d9a7f2bae38',
  survey: '0199b7d2-83b6-7f25-a1c9-6e4d2b8f7a13',
  sequence: '0199b7d3-94c7-7a36-b2da-7f5e3c9a8b24',
  step: '0199b7d3-95d8-7b47-83eb-806f4dab9c35',
  reminder: '0199b7d3-96e9-7c58-94fc-917a5ebcad46',
  sending: '0199b7d7-a7fa-7d69-a50d-a28b6fcdbe57',
  response: '0199b7e1-b80b-7e7a-b61e-b39c70decf68',
  review: '0199b7e5-c91c-7f8b-872f-c4ad81efd079',
  subscription: '0199b7d8-da2d-709c-9830-d5be92f0e18a',
  delivery: '0199b7e1-eb3e-71ad-a941-e6cfa301f29b',
} as const

export const sampleContact: Contact = {
  id: sampleIds.contact,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+14165550100',
  title: 'Analyst',
  preferredLanguage: 'en',
  locationId: sampleIds.location,
  contactOrganizationId: sampleIds.contactOrganization,
  customFields: { plan: 'pro' },
  tags: ['vip'],
  unsubscribed: false,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
}

export const sampleSegment: Segment = {
  id: sampleIds.segment,
  name: 'Paris, not asked for 90 days',
  filter: { tag: 'paris', not_surveyed_days: 90 },
  contacts: 214,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
}

export const sampleContactProperty: ContactProperty = {
  id: sampleIds.contactProperty,
  key: 'plan',
  type: 'choice',
  label: { en: 'Plan', fr: 'Formule' },
  options: [
    { value: 'free', label: { en: 'Free', fr: 'Gratuite' } },
    { value: 'pro', label: { en: 'Pro', fr: 'Pro' } },
  ],
}

const created = { createdAt: '2026-02-10T13:30:00.000Z', updatedAt: '2026-02-10T13:30:00.000Z' }

export const sampleLocation: Location = {
  id: sampleIds.location,
  name: 'Harbour Street',
  timeZone: 'Europe/Paris',
  ...created,
}

export const sampleEmployee: Employee = {
  id: sampleIds.employee,
  name: 'Grace Hopper',
  email: 'grace@example.com',
  ...created,
}

export const sampleContactOrganization: ContactOrganization = {
  id: sampleIds.contactOrganization,
  name: 'Analytical Engines Ltd',
  ...created,
}

export const sampleSurvey: Survey = {
  id: sampleIds.survey,
  name: 'After the visit',
  type: 'nps',
  status: 'active',
  version: 1,
  questions: [
    {
      id: 'nps',
      type: 'nps',
      text: {
        en: 'How likely are you to recommend us to a friend or colleague?',
        fr: 'Quelle est la probabilité que vous nous recommandiez à un proche ou à un collègue\u202f?',
      },
      required: true,
    },
    {
      id: 'why',
      type: 'text',
      text: { en: 'What could we do better?', fr: 'Que pourrions-nous améliorer\u202f?' },
      required: false,
      showIf: { band: ['passive', 'detractor'] },
    },
  ],
  cooldownDays: 90,
  changeHours: 24,
  priority: 'normal',
  layout: 'all',
  endings: [],
  thanks: {
    positive: {
      text: { en: 'We are glad you liked it.', fr: 'Nous sommes ravis que cela vous ait plu.' },
      button: { label: { en: 'See what is new', fr: 'Voir les nouveautés' }, url: 'https://example.com/new' },
    },
    negative: { redirectUrl: 'https://example.com/help' },
  },
  fields: [{ id: 'order', signed: false }],
  createdAt: '2026-02-10T14:00:00.000Z',
  updatedAt: '2026-02-10T14:00:00.000Z',
}

export const sampleSequence: SequenceDetail = {
  id: sampleIds.sequence,
  name: 'After the visit',
  description: 'Asks the day after, and reminds once.',
  status: 'active',
  rules: SequenceRules.parse({ stopsOnAnswer: true, sendDays: [1, 2, 3, 4, 5], sendFrom: 540, sendUntil: 1080 }),
  steps: [
    { id: sampleIds.step, type: 'survey', delay: 86_400, surveyId: sampleIds.survey, condition: 'always' },
    {
      id: sampleIds.reminder,
      type: 'survey',
      delay: 259_200,
      surveyId: sampleIds.survey,
      condition: 'not_answered',
      webhookUrl: 'https://hooks.example.com/steps',
    },
  ],
}

export const sampleSending: Sending = {
  id: sampleIds.sending,
  sequenceId: sampleIds.sequence,
  surveyId: null,
  contactId: sampleIds.contact,
  email: 'ada@example.com',
  locationId: sampleIds.location,
  employeeId: sampleIds.employee,
  status: 'running',
  reason: null,
  steps: [
    {
      stepId: sampleIds.step,
      type: 'survey',
      channel: 'email',
      status: 'sent',
      reason: null,
      surveyId: sampleIds.survey,
      recipient: 'ada@example.com',
      dueAt: null,
      sentAt: '2026-03-02T09:30:04.512Z',
      endedAt: '2026-03-02T09:30:04.512Z',
      responseId: null,
    },
    {
      stepId: sampleIds.reminder,
      type: 'survey',
      channel: null,
      status: 'upcoming',
      reason: null,
      surveyId: sampleIds.survey,
      recipient: null,
      dueAt: '2026-03-05T09:30:04.512Z',
      sentAt: null,
      endedAt: null,
      responseId: null,
    },
  ],
  dueAt: '2026-03-05T09:30:04.512Z',
  pausedAt: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:04.530Z',
  endedAt: null,
}

export const sampleSurveyLink: SurveyLink = {
  id: sampleIds.surveyLink,
  surveyId: sampleIds.survey,
  name: 'Receipt, Toronto',
  url: 'https://feedback.example.com/f/k7m2xqz9wbt4',
  slug: 'k7m2xqz9wbt4',
  placement: 'Receipt',
  locationId: null,
  employeeId: null,
  closesOn: null,
  quota: null,
  hasPin: false,
  oncePerDevice: false,
  asksContact: 'optional',
  active: true,
  state: 'open',
  answers: 42,
  flagged: 0,
  createdAt: '2026-02-10T14:05:00.000Z',
  updatedAt: '2026-02-10T14:05:00.000Z',
}

export const sampleSurveyWidget: SurveyWidget = {
  id: sampleIds.surveyWidget,
  surveyId: sampleIds.survey,
  name: 'Shop, after an order',
  key: 'h4n8vtq2xw7c',
  snippet: '<script src="https://feedback.example.com/widget.js" data-widget="h4n8vtq2xw7c" async></script>',
  frameUrl: 'https://feedback.example.com/w/h4n8vtq2xw7c?embed',
  kind: 'popover',
  position: 'bottom_right',
  buttonText: null,
  origins: ['https://www.example.com'],
  rules: {
    include: ['/orders/*'],
    exclude: [],
    delaySeconds: 5,
    scrollPercent: null,
    sharePercent: 50,
    cooldownDays: 30,
    event: null,
  },
  locationId: null,
  employeeId: null,
  closesOn: null,
  quota: null,
  asksContact: 'no',
  active: true,
  state: 'open',
  answers: 42,
  flagged: 0,
  createdAt: '2026-02-10T14:05:00.000Z',
  updatedAt: '2026-02-10T14:05:00.000Z',
}

export const sampleSurveyResponse: Response = {
  id: sampleIds.response,
  surveyId: sampleIds.survey,
  contactId: sampleIds.contact,
  npsScore: 3,
  isPromoter: false,
  surveyVersion: 1,
  changedAt: null,
  status: 'completed',
  createdAt: '2026-03-02T18:04:11.382Z',
  csatScore: null,
  cesScore: null,
  isDetractor: true,
  locationId: sampleIds.location,
  employeeId: sampleIds.employee,
  contactOrganizationId: sampleIds.contactOrganization,
  sequenceId: sampleIds.sequence,
  channel: 'email',
  surveyLinkId: null,
  language: 'en',
  answers: [
    {
      questionId: 'nps',
      type: 'nps',
      text: 'How likely are you to recommend us to a friend or colleague?',
      value: 3,
    },
    { questionId: 'why', type: 'text', text: 'What could we do better?', value: 'I waited for 40 minutes.' },
  ],
  fields: { order: '4711' },
}

export const sampleReview: Review = {
  id: sampleIds.review,
  source: 'google',
  rating: 2,
  text: 'Friendly people, but the wait was long.',
  publishedAt: '2026-03-03T11:20:00.000Z',
  replyText: null,
  respondedAt: null,
}
