import type { TestTenant } from '../tenant'
import { type CasesByProcedure, caseWithId, type ForeignValueOutcome, pagedListCase } from './tenancy-case'

const listed = (own: TestTenant) => ({ ids: [own.contact] })

const filtered = (own: TestTenant) => ({
  filter: {
    location_id: own.location,
    contact_organization_id: own.contactOrganization,
    segment_id: own.segment,
  },
})

const filterReferences = (outcome: ForeignValueOutcome) => ({
  'selection.filter.location_id': outcome,
  'selection.filter.contact_organization_id': outcome,
  'selection.filter.segment_id': outcome,
})

export const BULK_ACTION_CASES: CasesByProcedure = {
  'bulkActions.preview': [
    {
      input: (own) => ({ selection: listed(own), sequenceId: own.sequence, surveyId: own.survey }),
      references: { 'selection.ids.*': 'unknown', sequenceId: 'missing', surveyId: 'missing' },
    },
    { input: (own) => ({ selection: filtered(own) }), references: filterReferences('unknown') },
  ],
  'bulkActions.start': [
    {
      input: (own) => ({ action: { type: 'setLocation', locationId: own.location }, selection: listed(own) }),
      references: { 'action.locationId': 'refused', 'selection.ids.*': 'unavailable' },
    },
    {
      input: (own) => ({
        action: { type: 'setCompany', companyId: own.contactOrganization },
        selection: filtered(own),
      }),
      references: { 'action.companyId': 'refused', ...filterReferences('unavailable') },
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
    { input: (own) => ({ selection: listed(own) }), references: { 'selection.ids.*': 'unavailable' } },
    { input: (own) => ({ selection: filtered(own) }), references: filterReferences('unavailable') },
  ],
  'bulkActions.list': pagedListCase,
  'bulkActions.get': caseWithId((own) => own.finishedAction),
  'bulkActions.listSkipped': caseWithId((own) => own.finishedAction),
  'bulkActions.cancel': caseWithId((own) => own.runningAction),
  'bulkActions.undo': caseWithId((own) => own.finishedAction),
}
