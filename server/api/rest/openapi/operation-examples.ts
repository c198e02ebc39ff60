import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { CreateContact } from '../../../contacts/schema'
import { ResponseListItem } from '../../../responses/schema'
import { Sequence } from '../../../sequences/schema'
import type { AppRouter } from '../../routers/app-router'
import type { RestOperation } from '../list-operations'
import { attributed, enrolment, execution, meta, noId, noReferences, page, reply, subscription } from './example-values'
import {
  contact,
  contactOrganization,
  employee,
  location,
  response,
  review,
  sampleIds,
  sequence,
  survey,
} from './sample-records'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>

export type OperationExample<Input = unknown, Output = unknown> = {
  input: Input
  responses: Partial<Record<200 | 201, Output>>
  variants?: Record<string, { summary: string; fields: Record<string, unknown> }>
  /** Fields that make the request invalid when merged into it; the document shows the resulting errors. */
  invalidFields: Record<string, unknown>
}

type Examples = {
  [Noun in keyof Inputs]?: {
    [Verb in keyof Inputs[Noun] & keyof Outputs[Noun]]?: OperationExample<Inputs[Noun][Verb], Outputs[Noun][Verb]>
  }
}

export const OPERATION_EXAMPLES: Examples = {
  contacts: {
    list: {
      input: {
        ...page,
        search: 'ada',
        email: contact.email,
        phone: '+14165550100',
        location_id: sampleIds.location,
        contact_organization_id: sampleIds.contactOrganization,
      },
      responses: { 200: { data: [contact], meta } },
      invalidFields: { limit: 0 },
    },
    get: { input: { id: sampleIds.contact }, responses: { 200: { data: contact } }, invalidFields: noId },
    create: {
      input: CreateContact.omit({ locationId: true, contactOrganizationId: true }).parse(contact),
      responses: { 201: { data: { ...contact, ...noReferences } } },
      variants: {
        attributed: {
          summary: 'At a location and in a company of your organization',
          fields: { locationId: sampleIds.location, contactOrganizationId: sampleIds.contactOrganization },
        },
      },
      invalidFields: { email: 'ada@', firstName: '' },
    },
    update: {
      input: {
        id: sampleIds.contact,
        title: 'Countess',
        customFields: { plan: null, seats: 12 },
        tags: ['vip', 'paris'],
      },
      responses: {
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
      invalidFields: { email: 'ada@' },
    },
    delete: {
      input: { id: sampleIds.contact },
      responses: { 200: { data: { id: sampleIds.contact, deleted: true } } },
      invalidFields: noId,
    },
    erase: {
      input: { id: sampleIds.contact },
      responses: { 200: { data: { id: sampleIds.contact, erased: true } } },
      invalidFields: noId,
    },
  },
  locations: {
    list: {
      input: { ...page, search: 'harbour' },
      responses: { 200: { data: [location], meta } },
      invalidFields: { limit: 0 },
    },
    get: { input: { id: sampleIds.location }, responses: { 200: { data: location } }, invalidFields: noId },
    create: {
      input: { name: location.name, timeZone: location.timeZone },
      responses: { 201: { data: location } },
      invalidFields: { timeZone: 'Paris' },
    },
    update: {
      input: { id: sampleIds.location, name: 'Harbour Street 12' },
      responses: { 200: { data: { ...location, name: 'Harbour Street 12', updatedAt: '2026-03-04T08:15:30.250Z' } } },
      invalidFields: { name: '' },
    },
    delete: {
      input: { id: sampleIds.location },
      responses: { 200: { data: { id: sampleIds.location, deleted: true } } },
      invalidFields: noId,
    },
  },
  employees: {
    list: {
      input: { ...page, search: 'grace' },
      responses: { 200: { data: [employee], meta } },
      invalidFields: { limit: 0 },
    },
    get: { input: { id: sampleIds.employee }, responses: { 200: { data: employee } }, invalidFields: noId },
    create: {
      input: { name: employee.name, email: employee.email },
      responses: { 201: { data: employee } },
      invalidFields: { email: 'grace@' },
    },
    update: {
      input: { id: sampleIds.employee, name: 'Grace M. Hopper' },
      responses: { 200: { data: { ...employee, name: 'Grace M. Hopper', updatedAt: '2026-03-04T08:15:30.250Z' } } },
      invalidFields: { name: '' },
    },
    delete: {
      input: { id: sampleIds.employee },
      responses: { 200: { data: { id: sampleIds.employee, deleted: true } } },
      invalidFields: noId,
    },
  },
  contactOrganizations: {
    list: {
      input: { ...page, search: 'engines' },
      responses: { 200: { data: [contactOrganization], meta } },
      invalidFields: { limit: 0 },
    },
    get: {
      input: { id: sampleIds.contactOrganization },
      responses: { 200: { data: contactOrganization } },
      invalidFields: noId,
    },
    create: {
      input: { name: contactOrganization.name },
      responses: { 201: { data: contactOrganization } },
      invalidFields: { name: '' },
    },
    update: {
      input: { id: sampleIds.contactOrganization, name: 'Analytical Engines' },
      responses: {
        200: {
          data: { ...contactOrganization, name: 'Analytical Engines', updatedAt: '2026-03-04T08:15:30.250Z' },
        },
      },
      invalidFields: { name: '' },
    },
    delete: {
      input: { id: sampleIds.contactOrganization },
      responses: { 200: { data: { id: sampleIds.contactOrganization, deleted: true } } },
      invalidFields: noId,
    },
  },
  surveys: {
    list: {
      input: { ...page, search: 'visit', type: 'nps', status: 'active' },
      responses: { 200: { data: [survey], meta } },
      invalidFields: { type: 'stars' },
    },
    create: {
      input: { name: survey.name, type: survey.type, questions: survey.questions },
      responses: { 201: { data: survey } },
      invalidFields: { type: 'stars' },
    },
    get: { input: { id: sampleIds.survey }, responses: { 200: { data: survey } }, invalidFields: noId },
    update: {
      input: { id: sampleIds.survey, name: 'After each visit' },
      responses: { 200: { data: { ...survey, name: 'After each visit', updatedAt: '2026-03-04T08:15:30.250Z' } } },
      invalidFields: { name: '' },
    },
    delete: {
      input: { id: sampleIds.survey },
      responses: { 200: { data: { id: sampleIds.survey, deleted: true } } },
      invalidFields: noId,
    },
  },
  sequences: {
    list: {
      input: page,
      responses: { 200: { data: [Sequence.parse({ ...sequence, createdAt: '2026-02-10T14:05:00.000Z' })], meta } },
      invalidFields: { page: 0 },
    },
    get: { input: { id: sampleIds.sequence }, responses: { 200: { data: sequence } }, invalidFields: noId },
    execute: {
      input: { id: sampleIds.sequence, ...enrolment },
      variants: attributed,
      responses: { 200: { data: { sequenceId: sampleIds.sequence, sequenceName: 'After the visit', ...execution } } },
      invalidFields: { contacts: [{ email: 'ada@' }] },
    },
    sendSurvey: {
      input: { id: sampleIds.survey, ...enrolment },
      variants: attributed,
      responses: { 200: { data: { surveyId: sampleIds.survey, surveyName: 'After the visit', ...execution } } },
      invalidFields: { contacts: [] },
    },
  },
  responses: {
    list: {
      input: {
        ...page,
        search: 'waited',
        survey_id: sampleIds.survey,
        contact_id: sampleIds.contact,
        location_id: sampleIds.location,
        employee_id: sampleIds.employee,
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
      responses: { 200: { data: [ResponseListItem.parse(response)], meta } },
      invalidFields: { rating_max: 11 },
    },
    get: { input: { id: sampleIds.response }, responses: { 200: { data: response } }, invalidFields: noId },
  },
  reviews: {
    list: {
      input: {
        ...page,
        location_id: sampleIds.location,
        source: 'google',
        rating_min: 1,
        rating_max: 3,
        replied: false,
        start_date: '2026-03-01',
        end_date: '2026-03-31',
      },
      responses: { 200: { data: [review], meta } },
      invalidFields: { replied: 'no' },
    },
    get: { input: { id: sampleIds.review }, responses: { 200: { data: review } }, invalidFields: noId },
    reply: {
      input: { id: sampleIds.review, text: reply.replyText },
      responses: { 201: { data: reply } },
      invalidFields: { text: '' },
    },
    updateReply: {
      input: { id: sampleIds.review, text: 'Thank you. We have two more people at the desk now.' },
      responses: { 200: { data: { ...reply, replyText: 'Thank you. We have two more people at the desk now.' } } },
      invalidFields: { text: 'x'.repeat(2001) },
    },
  },
  webhooks: {
    list: { input: page, responses: { 200: { data: [subscription], meta } }, invalidFields: { limit: 0 } },
    subscribe: {
      input: { hookUrl: subscription.hookUrl, triggerType: 'new_response' },
      responses: {
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
      invalidFields: { triggerType: 'step.completed' },
    },
    unsubscribe: {
      input: { hookUrl: subscription.hookUrl, triggerType: 'new_response' },
      responses: { 200: { data: { id: sampleIds.subscription, deleted: true } } },
      invalidFields: { triggerType: 'everything' },
    },
  },
}

export function getOperationExample({ resource, action }: RestOperation): OperationExample {
  const example = (OPERATION_EXAMPLES as Record<string, Record<string, OperationExample>>)[resource]?.[action]
  if (!example) throw new Error(`${resource}.${action} has a route but no example`)
  return example
}
