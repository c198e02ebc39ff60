import { CreateContact } from '../../../../contacts/schema'
import { contact, sampleIds } from '../sample-records'
import { deleteExample, type Examples, getExample, listExample, updatedAt } from './example-values'

const references = { locationId: sampleIds.location, contactOrganizationId: sampleIds.contactOrganization }

export const contactExamples: Examples['contacts'] = {
  list: listExample(contact, {
    search: 'ada',
    email: contact.email,
    phone: '+14165550100',
    location_id: sampleIds.location,
    contact_organization_id: sampleIds.contactOrganization,
  }),
  get: getExample(contact),
  create: {
    input: CreateContact.omit({ locationId: true, contactOrganizationId: true }).parse(contact),
    responses: { 201: { data: { ...contact, locationId: null, contactOrganizationId: null } } },
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
        data: { ...contact, title: 'Countess', customFields: { seats: 12 }, tags: ['vip', 'paris'], updatedAt },
      },
    },
    invalidFields: { email: 'ada@' },
  },
  delete: deleteExample(sampleIds.contact, { deleted: true as const }),
  erase: deleteExample(sampleIds.contact, { erased: true as const }),
}
