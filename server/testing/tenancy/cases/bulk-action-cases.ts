import type { TestTenant } from '../tenant'
import { type CasesByProcedure, caseWithId, pagedListCase } from './tenancy-case'

const listed = (own: TestTenant) => ({ ids: [own.contact] })

const filtered = (own: TestTenant) => ({
  filter: {
    location_id: own.location,
    contact_organization_id: own.contactOrganization,
    segment_id: own.segment,
  },
})

const FILTER_REFERENCES = {
  'selection.filter.location_id': 'unknown',
  'selection.filter.contact_organization_id': 'unknown',
  'selection.filter.segment_id': 'unknown',
} as const

export const BULK_ACTION_CASES: CasesByProcedure = {
  'bulkActions.preview': [
    {
      input: (own) => ({ selection: listed(own), sequenceId: own.sequence, surveyId: own.survey }),
      references: { 'selection.ids.*': 'unknown', sequenceId: 'missing', surveyId: 'missing' },
    },
    { input: (own) => ({ selection: filtered(own) }), references: FILTER_REFERENCES },
  ],
  'bulkActions.start': [
    {
      input: (own) => ({ action: { type: 'setLocation', locationId: own.location }, selection: listed(own) }),
      references: { 'action.locationId': 'refused', 'selection.ids.*': 'unknown' },
    },
    {
      input: (own) => ({
        action: { type: 'setCompany', companyId: own.contactOrganization },
        selection: filtered(own),
      }),
      references: { 'action.companyId': 'refused', ...FILTER_REFERENCES },
    },
    {
      input: (own) => ({
        action: {
          type: 'enrol',
          sequenceId: own.sequence,
          locationId: own.location,
          employeeId: own.employee,
        },
        selection: listed(own),
      }),
      references: { 'action.sequenceId': 'missing', 'action.employeeId': 'refused' },
    },
    {
      input: (own) => ({ action: { type: 'sendSurvey', surveyId: own.survey }, selection: listed(own) }),
      references: { 'action.surveyId': 'missing' },
    },
  ],
  'bulkActions.erase': [
    { input: (own) => ({ selection: listed(own) }), references: { 'selection.ids.*': 'unknown' } },
    { input: (own) => ({ selection: filtered(own) }), references: FILTER_REFERENCES },
  ],
  'bulkActions.list': pagedListCase,
  'bulkActions.get': caseWithId((own) => own.finishedAction),
  'bulkActions.listSkipped': caseWithId((own) => own.finishedAction),
  'bulkActions.cancel': caseWithId((own) => own.runningAction),
  'bulkActions.undo': caseWithId((own) => own.finishedAction),
}
