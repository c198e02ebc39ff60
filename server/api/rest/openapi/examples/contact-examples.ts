import { CreateContact } from '../../../../contacts/schema'
import { ValidationError } from '../../../../errors'
import { localizableMessage } from '../../../../messages/localizable-message'
import { toErrorEnvelope } from '../../../endpoint'
import { sampleContact, sampleIds } from '../sample-resources'
import {
  buildDeleteExample,
  buildGetExample,
  buildListExample,
  EXAMPLE_UPDATED_AT,
  type ExamplesByProcedure,
} from './example-builders'

const references = { locationId: sampleIds.location, contactOrganizationId: sampleIds.contactOrganization }

const { error: invalidEmail } = toErrorEnvelope(new ValidationError({ email: [localizableMessage('value.email')] }))

export const contactExamples: ExamplesByProcedure['contacts'] = {
  list: buildListExample(sampleContact, {
    search: 'ada',
    email: sampleContact.email,
    phone: '+14165550100',
    location_id: sampleIds.location,
    contact_organization_id: sampleIds.contactOrganization,
  }),
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
