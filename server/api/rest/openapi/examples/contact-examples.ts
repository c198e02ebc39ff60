import { CreateContact } from '../../../../contacts/schema'
import { ValidationError } from '../../../../errors'
import { localizableMessage } from '../../../../messages/localizable-message'
import { toErrorEnvelope } from '../../../endpoint'
import { sampleContact, sampleContactProperty, sampleIds, sampleSegment } from '../sample-resources'
import {
  buildChangesExample,
  buildDeleteExample,
  buildGetExample,
  buildListExample,
  EXAMPLE_UPDATED_AT,
  type ExamplesByProcedure,
} from './example-builders'

const references = { locationId: sampleIds.location, contactOrganizationId: sampleIds.contactOrganization }

const { error: invalidEmail } = toErrorEnvelope(new ValidationError({ email: [localizableMessage('value.email')] }))

export const contactExamples: ExamplesByProcedure['contacts'] = {
  list: {
    ...buildListExample(sampleContact, {
      search: 'ada',
      email: sampleContact.email,
      phone: '+14165550100',
      location_id: sampleIds.location,
      contact_organization_id: sampleIds.contactOrganization,
      tag: 'vip',
      without_tag: 'former customer',
      preferred_language: 'fr',
      property: ['plan=pro'],
      start_date: '2026-03-01',
      end_date: '2026-03-31',
      added_days: 30,
      unsubscribed: false,
      deliverability: 'reachable',
      band: 'negative',
      rating_min: 0,
      rating_max: 6,
      surveyed: true,
      surveyed_start_date: '2026-03-01',
      surveyed_end_date: '2026-03-31',
      surveyed_days: 30,
      not_surveyed_days: 90,
      answered: true,
      answered_start_date: '2026-03-01',
      answered_end_date: '2026-03-31',
      answered_days: 30,
      not_answered_days: 90,
      segment_id: sampleIds.segment,
    }),
    responseVariants: buildChangesExample('contact', sampleContact),
  },
  get: buildGetExample(sampleContact),
  create: {
    input: CreateContact.omit({ locationId: true, contactOrganizationId: true }).parse(sampleContact),
    responses: { 201: { data: { ...sampleContact, locationId: null, contactOrganizationId: null } } },
    variants: {
      attributed: { summary: 'At a location and in a company of your organization', fields: references },
    },
    invalidFields: { email: 'ada@', firstName: '' },
  },
  upsertBatch: {
    input: {
      contacts: [
        { email: sampleContact.email, firstName: 'Ada', tags: ['vip'], customFields: { plan: 'pro' } },
        { email: 'grace@example.com', firstName: 'Grace' },
        { email: 'not-an-email', firstName: 'Alan' },
      ],
      onExisting: 'update',
    },
    responses: {
      200: {
        data: {
          results: [
            { index: 0, status: 'updated', id: sampleIds.contact },
            { index: 1, status: 'created', id: sampleIds.otherContact },
            { index: 2, status: 'failed', error: invalidEmail },
          ],
          created: 1,
          updated: 1,
          skipped: 0,
          failed: 1,
        },
      },
    },
    invalidFields: { contacts: [] },
  },
  upsertByEmail: {
    input: { address: sampleContact.email, firstName: 'Ada', title: 'Countess', customFields: { seats: 12 } },
    responses: {
      200: { data: { ...sampleContact, title: 'Countess', updatedAt: EXAMPLE_UPDATED_AT } },
      201: { data: { ...sampleContact, title: 'Countess' } },
    },
    invalidFields: { email: 'grace@example.com' },
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
          ...sampleContact,
          title: 'Countess',
          customFields: { seats: 12 },
          tags: ['vip', 'paris'],
          updatedAt: EXAMPLE_UPDATED_AT,
        },
      },
    },
    invalidFields: { email: 'ada@' },
  },
  delete: buildDeleteExample(sampleIds.contact, { deleted: true as const }),
  erase: buildDeleteExample(sampleIds.contact, { erased: true as const }),
}

export const segmentExamples: ExamplesByProcedure['segments'] = {
  list: buildListExample(sampleSegment, {}),
}

export const contactPropertyExamples: ExamplesByProcedure['contactProperties'] = {
  list: buildListExample(sampleContactProperty, {}),
}
