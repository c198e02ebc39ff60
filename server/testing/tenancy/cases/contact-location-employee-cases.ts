import { anEmailAddress } from '../../factories/basics'
import { IMPORT_FILE, IMPORT_SETTINGS } from '../tenant-imports'
import { type CasesByProcedure, caseWithId, inputlessCase, pagedListCase } from './tenancy-case'

export const CONTACT_LOCATION_EMPLOYEE_CASES: CasesByProcedure = {
  'contacts.list': {
    input: (own) => ({
      location_id: own.location,
      contact_organization_id: own.contactOrganization,
      segment_id: own.segment,
    }),
    references: { location_id: 'empty', contact_organization_id: 'empty', segment_id: 'empty' },
  },
  'contacts.browse': {
    input: (own) => ({
      location_id: own.location,
      contact_organization_id: own.contactOrganization,
      segment_id: own.segment,
      sort: 'name',
    }),
    references: { location_id: 'empty', contact_organization_id: 'empty', segment_id: 'empty' },
  },
  'contacts.get': caseWithId((own) => own.contact),
  'contacts.consent': caseWithId((own) => own.contact),
  'contacts.readPhone': { input: () => ({ phone: '+33612345678' }) },
  'contacts.create': {
    input: (own) => ({
      email: anEmailAddress(),
      firstName: 'Ada',
      locationId: own.location,
      contactOrganizationId: own.contactOrganization,
    }),
    references: { locationId: 'refused', contactOrganizationId: 'refused' },
  },
  'contacts.upsertBatch': {
    input: (own) => ({
      contacts: [
        {
          email: anEmailAddress(),
          firstName: 'Ada',
          locationId: own.location,
          contactOrganizationId: own.contactOrganization,
        },
      ],
    }),
    references: { 'contacts.0.locationId': 'unknown', 'contacts.0.contactOrganizationId': 'unknown' },
  },
  'contacts.upsertByEmail': {
    input: (own) => ({
      address: anEmailAddress(),
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
  'contacts.delete': caseWithId((own) => own.contact),
  'contacts.erase': caseWithId((own) => own.contact),
  'contacts.merge': {
    input: (own) => ({ id: own.contact, otherId: own.otherContact }),
    references: { id: 'missing', otherId: 'refused' },
  },
  'contacts.tags': inputlessCase,
  'contacts.duplicates': { input: (own) => ({ id: own.contact }), references: { id: 'empty' } },
  'contacts.dismissDuplicates': {
    input: (own) => ({ id: own.contact, otherId: own.otherContact }),
    references: { id: 'missing', otherId: 'refused' },
  },
  'contacts.timeline': caseWithId((own) => own.contact),
  'contacts.reachability': caseWithId((own) => own.contact),
  'contacts.addNote': { input: (own) => ({ id: own.contact, text: 'Likes tea' }), references: { id: 'missing' } },
  'contacts.deleteNote': caseWithId((own) => own.contactNote),

  'contactImports.list': pagedListCase,
  'contactImports.get': caseWithId((own) => own.finishedImport),
  'contactImports.preview': caseWithId((own) => own.readyImport),
  'contactImports.answersByMonth': caseWithId((own) => own.finishedImport),
  'contactImports.start': { input: () => ({ fileName: 'people.csv', fileBytes: 20 }) },
  'contactImports.uploadChunk': {
    input: (own) => ({ id: own.draftImport, index: 0, base64: IMPORT_FILE.toString('base64') }),
    references: { id: 'missing' },
  },
  'contactImports.completeUpload': caseWithId((own) => own.draftImport),
  'contactImports.changeReading': {
    input: (own) => ({ id: own.readyImport, delimiter: ';' }),
    references: { id: 'missing' },
  },
  'contactImports.changeSettings': {
    input: (own) => ({
      id: own.readyImport,
      ...IMPORT_SETTINGS,
      locationId: own.location,
      companyId: own.contactOrganization,
      surveyId: own.survey,
      sequenceId: own.sequence,
    }),
    references: {
      id: 'missing',
      locationId: 'missing',
      companyId: 'missing',
      surveyId: 'missing',
      sequenceId: 'missing',
    },
  },
  'contactImports.run': caseWithId((own) => own.readyImport),
  'contactImports.cancel': caseWithId((own) => own.readyImport),
  'contactImports.undo': caseWithId((own) => own.finishedImport),

  'contactProperties.list': pagedListCase,
  'contactProperties.usage': inputlessCase,
  'contactProperties.create': {
    input: () => ({ key: 'seats', type: 'number', label: { en: 'Seats', fr: 'Places' } }),
  },
  'contactProperties.update': {
    input: (own) => ({ id: own.contactProperty, type: 'text', label: { en: 'Plan', fr: 'Formule' } }),
    references: { id: 'missing' },
  },
  'contactProperties.reorder': {
    input: (own) => ({ ids: [own.contactProperty] }),
    references: { 'ids.*': 'unknown' },
  },
  'contactProperties.delete': caseWithId((own) => own.contactProperty),

  'segments.list': pagedListCase,
  'segments.names': inputlessCase,
  'segments.create': {
    input: (own) => ({
      name: 'Regulars',
      filter: { location_id: own.location, contact_organization_id: own.contactOrganization },
    }),
    references: { 'filter.location_id': 'refused', 'filter.contact_organization_id': 'refused' },
  },
  'segments.update': {
    input: (own) => ({
      id: own.segment,
      name: 'Regulars',
      filter: { location_id: own.location, contact_organization_id: own.contactOrganization },
    }),
    references: { id: 'missing', 'filter.location_id': 'refused', 'filter.contact_organization_id': 'refused' },
  },
  'segments.delete': caseWithId((own) => own.segment),

  'suppressions.list': { input: () => ({ search: 'canary' }) },
  'suppressions.block': { input: (own) => ({ addresses: own.contactEmail }) },
  'suppressions.lift': {
    input: (own) => ({ id: own.suppression, reason: 'blocked', because: 'By phone' }),
    references: { id: 'missing' },
  },

  'locations.list': { input: () => ({ search: 'canary' }) },
  'locations.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'locations.get': caseWithId((own) => own.location),
  'locations.detail': caseWithId((own) => own.location),
  'locations.create': { input: () => ({ name: 'Harbour' }) },
  'locations.update': {
    input: (own) => ({ id: own.location, name: 'Harbour' }),
    references: { id: 'missing' },
  },
  'locations.delete': caseWithId((own) => own.location),
  'locations.merge': {
    input: (own) => ({ id: own.location, intoId: own.otherLocation }),
    references: { id: 'missing', intoId: 'refused' },
  },
  'locations.names': inputlessCase,

  'employees.list': { input: () => ({ search: 'canary' }) },
  'employees.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'employees.get': caseWithId((own) => own.employee),
  'employees.detail': caseWithId((own) => own.employee),
  'employees.create': { input: () => ({ name: 'Grace' }) },
  'employees.update': {
    input: (own) => ({ id: own.employee, name: 'Harbour' }),
    references: { id: 'missing' },
  },
  'employees.delete': caseWithId((own) => own.employee),
  'employees.merge': {
    input: (own) => ({ id: own.employee, intoId: own.otherEmployee }),
    references: { id: 'missing', intoId: 'refused' },
  },

  'contactOrganizations.list': { input: () => ({ search: 'canary' }) },
  'contactOrganizations.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'contactOrganizations.get': caseWithId((own) => own.contactOrganization),
  'contactOrganizations.detail': caseWithId((own) => own.contactOrganization),
  'contactOrganizations.create': { input: () => ({ name: 'Harbour Ltd' }) },
  'contactOrganizations.update': {
    input: (own) => ({ id: own.contactOrganization, name: 'Harbour' }),
    references: { id: 'missing' },
  },
  'contactOrganizations.delete': caseWithId((own) => own.contactOrganization),
  'contactOrganizations.people': caseWithId((own) => own.contactOrganization),
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
