import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { CreateContact } from '../../../contacts/schema'
import { ResponseListItem } from '../../../responses/schema'
import { Sequence } from '../../../sequences/schema'
import type { AppRouter } from '../../routers/app-router'
import type { RestOperation } from '../list-operations'
import {
  contact,
  contactOrganization,
  employee,
  ids,
  location,
  response,
  review,
  sequence,
  survey,
} from './sample-records'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>

export type OperationExample<Input = unknown, Output = unknown> = {
  input: Input
  answers: Partial<Record<200 | 201, Output>>
  more?: Record<string, { summary: string; fields: Record<string, unknown> }>
  /** Fields that make the request invalid when merged into it; the document shows the resulting errors. */
  wrong: Record<string, unknown>
}

type Examples = {
  [Noun in keyof Inputs]?: {
    [Verb in keyof Inputs[Noun] & keyof Outputs[Noun]]?: OperationExample<Inputs[Noun][Verb], Outputs[Noun][Verb]>
  }
}

const meta = { page: 1, perPage: 50, total: 1, totalPages: 1 }
const page = { page: 1, limit: 50 }
const noId = { id: '42' }
const execution = {
  contactsProcessed: 1,
  sendingsCreated: 1,
  results: [{ email: contact.email, contactId: contact.id, status: 'queued' as const }],
}
const enrolment = {
  contacts: [{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', phone: '+14165550100' }],
}
const attributed = {
  attributed: {
    summary: 'About a location and an employee of your organization',
    fields: { locationId: ids.location, employeeId: ids.employee },
  },
}
const noReferences = { locationId: null, contactOrganizationId: null }
const reply = { id: ids.review, replyText: 'Thank you. We have added staff.', respondedAt: '2026-03-03T15:42:07.120Z' }
const subscription = {
  id: ids.subscription,
  hookUrl: 'https://hooks.example.com/feedback',
  triggerTypes: ['new_response' as const],
  active: true,
  createdAt: '2026-03-01T10:00:00.000Z',
}

export const EXAMPLES: Examples = {
  contacts: {
    list: {
      input: {
        ...page,
        search: 'ada',
        email: contact.email,
        phone: '+14165550100',
        location_id: ids.location,
        contact_organization_id: ids.contactOrganization,
      },
      answers: { 200: { data: [contact], meta } },
      wrong: { limit: 0 },
    },
    get: { input: { id: ids.contact }, answers: { 200: { data: contact } }, wrong: noId },
    create: {
      input: CreateContact.omit({ locationId: true, contactOrganizationId: true }).parse(contact),
      answers: { 201: { data: { ...contact, ...noReferences } } },
      more: {
        attributed: {
          summary: 'At a location and in a company of your organization',
          fields: { locationId: ids.location, contactOrganizationId: ids.contactOrganization },
        },
      },
      wrong: { email: 'ada@', firstName: '' },
    },
    update: {
      input: { id: ids.contact, title: 'Countess', customFields: { plan: null, seats: 12 }, tags: ['vip', 'paris'] },
      answers: {
        200: {
          data: {
            ...contact,
            title: 'Countess',
            customFields: { seats: 12 },
            tags: ['vip', 'paris'],
            updatedAt: '2026-03-04T08:15:30.250Z',
          },
        },
      },
      wrong: { email: 'ada@' },
    },
    delete: { input: { id: ids.contact }, answers: { 200: { data: { id: ids.contact, deleted: true } } }, wrong: noId },
    erase: { input: { id: ids.contact }, answers: { 200: { data: { id: ids.contact, erased: true } } }, wrong: noId },
  },
  locations: {
    list: { input: { ...page, search: 'harbour' }, answers: { 200: { data: [location], meta } }, wrong: { limit: 0 } },
    get: { input: { id: ids.location }, answers: { 200: { data: location } }, wrong: noId },
    create: {
      input: { name: location.name, timeZone: location.timeZone },
      answers: { 201: { data: location } },
      wrong: { timeZone: 'Paris' },
    },
    update: {
      input: { id: ids.location, name: 'Harbour Street 12' },
      answers: { 200: { data: { ...location, name: 'Harbour Street 12', updatedAt: '2026-03-04T08:15:30.250Z' } } },
      wrong: { name: '' },
    },
    delete: {
      input: { id: ids.location },
      answers: { 200: { data: { id: ids.location, deleted: true } } },
      wrong: noId,
    },
  },
  employees: {
    list: { input: { ...page, search: 'grace' }, answers: { 200: { data: [employee], meta } }, wrong: { limit: 0 } },
    get: { input: { id: ids.employee }, answers: { 200: { data: employee } }, wrong: noId },
    create: {
      input: { name: employee.name, email: employee.email },
      answers: { 201: { data: employee } },
      wrong: { email: 'grace@' },
    },
    update: {
      input: { id: ids.employee, name: 'Grace M. Hopper' },
      answers: { 200: { data: { ...employee, name: 'Grace M. Hopper', updatedAt: '2026-03-04T08:15:30.250Z' } } },
      wrong: { name: '' },
    },
    delete: {
      input: { id: ids.employee },
      answers: { 200: { data: { id: ids.employee, deleted: true } } },
      wrong: noId,
    },
  },
  contactOrganizations: {
    list: {
      input: { ...page, search: 'engines' },
      answers: { 200: { data: [contactOrganization], meta } },
      wrong: { limit: 0 },
    },
    get: { input: { id: ids.contactOrganization }, answers: { 200: { data: contactOrganization } }, wrong: noId },
    create: {
      input: { name: contactOrganization.name },
      answers: { 201: { data: contactOrganization } },
      wrong: { name: '' },
    },
    update: {
      input: { id: ids.contactOrganization, name: 'Analytical Engines' },
      answers: {
        200: {
          data: { ...contactOrganization, name: 'Analytical Engines', updatedAt: '2026-03-04T08:15:30.250Z' },
        },
      },
      wrong: { name: '' },
    },
    delete: {
      input: { id: ids.contactOrganization },
      answers: { 200: { data: { id: ids.contactOrganization, deleted: true } } },
      wrong: noId,
    },
  },
  surveys: {
    list: {
      input: { ...page, search: 'visit', type: 'nps', status: 'active' },
      answers: { 200: { data: [survey], meta } },
      wrong: { type: 'stars' },
    },
    create: {
      input: { name: survey.name, type: survey.type, questions: survey.questions },
      answers: { 201: { data: survey } },
      wrong: { type: 'stars' },
    },
    get: { input: { id: ids.survey }, answers: { 200: { data: survey } }, wrong: noId },
    update: {
      input: { id: ids.survey, name: 'After each visit' },
      answers: { 200: { data: { ...survey, name: 'After each visit', updatedAt: '2026-03-04T08:15:30.250Z' } } },
      wrong: { name: '' },
    },
    delete: { input: { id: ids.survey }, answers: { 200: { data: { id: ids.survey, deleted: true } } }, wrong: noId },
  },
  sequences: {
    list: {
      input: page,
      answers: { 200: { data: [Sequence.parse({ ...sequence, createdAt: '2026-02-10T14:05:00.000Z' })], meta } },
      wrong: { page: 0 },
    },
    get: { input: { id: ids.sequence }, answers: { 200: { data: sequence } }, wrong: noId },
    execute: {
      input: { id: ids.sequence, ...enrolment },
      more: attributed,
      answers: { 200: { data: { sequenceId: ids.sequence, sequenceName: 'After the visit', ...execution } } },
      wrong: { contacts: [{ email: 'ada@' }] },
    },
    sendSurvey: {
      input: { id: ids.survey, ...enrolment },
      more: attributed,
      answers: { 200: { data: { surveyId: ids.survey, surveyName: 'After the visit', ...execution } } },
      wrong: { contacts: [] },
    },
  },
  responses: {
    list: {
      input: {
        ...page,
        search: 'waited',
        survey_id: ids.survey,
        contact_id: ids.contact,
        location_id: ids.location,
        employee_id: ids.employee,
        rating_min: 0,
        rating_max: 6,
        band: 'negative',
        start_date: '2026-03-01',
        end_date: '2026-03-31',
        status: 'completed',
        metric: 'nps',
        tag: 'waiting time',
        case: 'unresolved',
      },
      answers: { 200: { data: [ResponseListItem.parse(response)], meta } },
      wrong: { rating_max: 11 },
    },
    get: { input: { id: ids.response }, answers: { 200: { data: response } }, wrong: noId },
  },
  reviews: {
    list: {
      input: {
        ...page,
        location_id: ids.location,
        source: 'google',
        rating_min: 1,
        rating_max: 3,
        replied: false,
        start_date: '2026-03-01',
        end_date: '2026-03-31',
      },
      answers: { 200: { data: [review], meta } },
      wrong: { replied: 'no' },
    },
    get: { input: { id: ids.review }, answers: { 200: { data: review } }, wrong: noId },
    reply: {
      input: { id: ids.review, text: reply.replyText },
      answers: { 201: { data: reply } },
      wrong: { text: '' },
    },
    updateReply: {
      input: { id: ids.review, text: 'Thank you. We have two more people at the desk now.' },
      answers: { 200: { data: { ...reply, replyText: 'Thank you. We have two more people at the desk now.' } } },
      wrong: { text: 'x'.repeat(2001) },
    },
  },
  webhooks: {
    list: { input: page, answers: { 200: { data: [subscription], meta } }, wrong: { limit: 0 } },
    subscribe: {
      input: { hookUrl: subscription.hookUrl, triggerType: 'new_response' },
      answers: {
        201: {
          data: {
            ...subscription,
            triggerType: 'new_response',
            secret: 'whsec_ZXhhbXBsZS1zaWduaW5nLXNlY3JldC0zMi1ieXRlcyE=',
            ownedByThisKey: true,
          },
        },
        200: {
          data: {
            ...subscription,
            triggerTypes: ['new_contact', 'new_response'],
            triggerType: 'new_response',
            secret: null,
            ownedByThisKey: true,
          },
        },
      },
      wrong: { triggerType: 'step.completed' },
    },
    unsubscribe: {
      input: { hookUrl: subscription.hookUrl, triggerType: 'new_response' },
      answers: { 200: { data: { id: ids.subscription, deleted: true } } },
      wrong: { triggerType: 'everything' },
    },
  },
}

export function operationExample({ resource, action }: RestOperation): OperationExample {
  const example = (EXAMPLES as Record<string, Record<string, OperationExample>>)[resource]?.[action]
  if (!example) throw new Error(`${resource}.${action} has a route but no example`)
  return example
}
