import { CreateContact } from '../../../../contacts/schema'
import { sampleContact, sampleIds } from '../sample-resources'
import {
  buildDeleteExample,
  buildGetExample,
  buildListExample,
  EXAMPLE_UPDATED_AT,
  type ExamplesByProcedure,
} from './example-builders'

const references = { locationId: sampleIds.location, contactOrganizationId: sampleIds.contactOrganization }

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
