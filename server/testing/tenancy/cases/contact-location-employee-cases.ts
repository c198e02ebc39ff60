import { anEmail } from '../../factories/basics'
import { byId, type CasesByProcedure, withoutInput } from './tenancy-case'

export const CONTACT_LOCATION_EMPLOYEE_CASES: CasesByProcedure = {
  'contacts.list': {
    input: (own) => ({ location_id: own.location, contact_organization_id: own.contactOrganization }),
    references: { location_id: 'empty', contact_organization_id: 'empty' },
  },
  'contacts.browse': {
    input: (own) => ({ location_id: own.location, contact_organization_id: own.contactOrganization, sort: 'name' }),
    references: { location_id: 'empty', contact_organization_id: 'empty' },
  },
  'contacts.changeTags': {
    input: (own) => ({ ids: [own.contact], add: ['vip'] }),
    references: { 'ids.*': 'unknown' },
  },
  'contacts.get': byId((own) => own.contact),
  'contacts.consent': byId((own) => own.contact),
  'contacts.readPhone': { input: () => ({ phone: '+33612345678' }) },
  'contacts.create': {
    input: (own) => ({
      email: anEmail(),
      firstName: 'Ada',
      locationId: own.location,
      contactOrganizationId: own.contactOrganization,
    }),
    references: { locationId: 'refused', contactOrganizationId: 'refused' },
  },
  'contacts.update': {
    input: (own) => ({
      id: own.contact,
      firstName: 'Ada',
      locationId: own.location,
      contactOrganizationId: own.contactOrganization,
      asRead: { locationId: own.location, contactOrganizationId: own.contactOrganization },
    }),
    references: {
      id: 'missing',
      locationId: 'refused',
      contactOrganizationId: 'refused',
      'asRead.locationId': 'conflict',
      'asRead.contactOrganizationId': 'conflict',
    },
  },
  'contacts.delete': byId((own) => own.contact),
  'contacts.erase': byId((own) => own.contact),

  'locations.list': { input: () => ({ search: 'canary' }) },
  'locations.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'locations.get': byId((own) => own.location),
  'locations.detail': byId((own) => own.location),
  'locations.create': { input: () => ({ name: 'Harbour' }) },
  'locations.update': {
    input: (own) => ({ id: own.location, name: 'Harbour' }),
    references: { id: 'missing' },
  },
  'locations.delete': byId((own) => own.location),
  'locations.merge': {
    input: (own) => ({ id: own.location, intoId: own.otherLocation }),
    references: { id: 'missing', intoId: 'refused' },
  },
  'locations.names': withoutInput,

  'employees.list': { input: () => ({ search: 'canary' }) },
  'employees.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'employees.get': byId((own) => own.employee),
  'employees.detail': byId((own) => own.employee),
  'employees.create': { input: () => ({ name: 'Grace' }) },
  'employees.update': {
    input: (own) => ({ id: own.employee, name: 'Harbour' }),
    references: { id: 'missing' },
  },
  'employees.delete': byId((own) => own.employee),
  'employees.merge': {
    input: (own) => ({ id: own.employee, intoId: own.otherEmployee }),
    references: { id: 'missing', intoId: 'refused' },
  },

  'contactOrganizations.list': { input: () => ({ search: 'canary' }) },
  'contactOrganizations.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'contactOrganizations.get': byId((own) => own.contactOrganization),
  'contactOrganizations.detail': byId((own) => own.contactOrganization),
  'contactOrganizations.create': { input: () => ({ name: 'Harbour Ltd' }) },
  'contactOrganizations.update': {
    input: (own) => ({ id: own.contactOrganization, name: 'Harbour' }),
    references: { id: 'missing' },
  },
  'contactOrganizations.delete': byId((own) => own.contactOrganization),
  'contactOrganizations.merge': {
    input: (own) => ({ id: own.contactOrganization, intoId: own.otherContactOrganization }),
    references: { id: 'missing', intoId: 'refused' },
  },

  'search.find': [
    { input: (own) => ({ query: own.canary }), references: { query: 'unknown' } },
    { input: (own) => ({ query: own.contact }), references: { query: 'unknown' } },
    { input: (own) => ({ query: own.delivery }), references: { query: 'unknown' } },
    { input: () => ({ query: 'canary' }) },
  ],
}
