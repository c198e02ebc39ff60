import { alertRuleInput } from '../tenant-alerts'
import { type CasesByProcedure, caseWithId, inputlessCase, pagedListCase, type TenancyCase } from './tenancy-case'

const listOfResponses: TenancyCase = {
  input: (own) => ({
    survey_id: own.survey,
    contact_id: own.contact,
    location_id: own.location,
    employee_id: own.employee,
    survey_link_id: own.surveyLink,
    contact_organization_id: own.contactOrganization,
  }),
  references: {
    survey_id: 'empty',
    contact_id: 'empty',
    location_id: 'empty',
    employee_id: 'empty',
    survey_link_id: 'empty',
    contact_organization_id: 'empty',
  },
}

export const browsedResponses: TenancyCase = {
  input: (own) => ({
    ...listOfResponses.input?.(own),
    assignee: own.user,
    tag_id: [own.tag],
    segment_id: own.segment,
  }),
  references: { ...listOfResponses.references, assignee: 'empty', 'tag_id.*': 'empty', segment_id: 'empty' },
}

export const RESPONSE_AND_ALERT_CASES: CasesByProcedure = {
  'responses.list': listOfResponses,
  'responses.get': caseWithId((own) => own.response),
  'responses.browse': browsedResponses,
  'responses.detail': caseWithId((own) => own.response),
  'responses.adjacent': {
    input: (own) => ({ ...browsedResponses.input?.(own), id: own.response }),
    references: { ...browsedResponses.references, id: 'missing' },
  },
  'responses.setCase': {
    input: (own) => ({
      id: own.response,
      state: 'contacted',
      assigneeId: own.colleague,
      dueOn: '2099-02-01',
      asRead: { state: 'open', assigneeId: own.user, dueOn: '2099-01-01' },
    }),
    references: { id: 'missing', assigneeId: 'refused', 'asRead.assigneeId': 'conflict' },
  },
  'responses.bulk': [
    {
      input: (own) => ({ selection: { ids: [own.response] }, assigneeId: own.colleague, addTagId: own.otherTag }),
      references: { 'selection.ids.*': 'empty', assigneeId: 'refused', addTagId: 'refused' },
    },
    {
      input: (own) => ({ selection: { filter: browsedResponses.input?.(own) }, state: 'contacted' }),
      references: Object.fromEntries(
        Object.keys(browsedResponses.references ?? {}).map((path) => [`selection.filter.${path}`, 'unknown']),
      ),
    },
  ],
  'responses.undoBulk': [
    {
      input: (own) => {
        const caseValues = { state: 'open', assigneeId: own.colleague, dueOn: null }
        return { cases: [{ ids: [own.response], before: caseValues, after: caseValues }], tagged: null }
      },
      references: {
        'cases.*.ids.*': 'empty',
        'cases.*.before.assigneeId': 'empty',
        'cases.*.after.assigneeId': 'empty',
      },
    },
    {
      input: (own) => ({ cases: [], tagged: { tagId: own.tag, bulkActionId: own.giving, ids: [own.response] } }),
      references: { 'tagged.tagId': 'empty', 'tagged.bulkActionId': 'empty', 'tagged.ids.*': 'empty' },
    },
  ],
  'responses.unresolved': inputlessCase,
  'responses.timeline': caseWithId((own) => own.response),
  'responses.addNote': {
    input: (own) => ({ id: own.response, text: 'Called back.' }),
    references: { id: 'missing' },
  },
  'responses.deleteNote': caseWithId((own) => own.note),
  'responses.replyForm': caseWithId((own) => own.response),
  'responses.reply': {
    input: (own) => ({ id: own.response, draftId: own.note, subject: 'Sorry', text: 'We are sorry.' }),
    references: { id: 'missing', draftId: 'unknown' },
  },
  'responses.retryReply': caseWithId((own) => own.reply),
  'responses.eraseText': caseWithId((own) => own.response),
  'responses.setTags': {
    input: (own) => ({ id: own.response, add: [own.otherTag], remove: [own.tag] }),
    references: { id: 'missing', 'add.*': 'refused', 'remove.*': 'empty' },
  },
  'responses.tags': inputlessCase,
  'responses.tagUse': caseWithId((own) => own.tag),
  'responses.createTag': { input: () => ({ name: 'Billing' }) },
  'responses.renameTag': {
    input: (own) => ({ id: own.tag, name: 'Billing' }),
    references: { id: 'missing' },
  },
  'responses.deleteTag': caseWithId((own) => own.tag),

  'alerts.listRules': inputlessCase,
  'alerts.getRule': caseWithId((own) => own.alertRule),
  'alerts.createRule': {
    input: (own) => ({ ...alertRuleInput(own), channels: [] }),
    references: {
      'surveyIds.*': 'refused',
      'locationIds.*': 'refused',
      'userIds.*': 'refused',
      'smsUserIds.*': 'refused',
    },
  },
  'alerts.updateRule': {
    input: (own) => ({
      ...alertRuleInput(own),
      id: own.alertRule,
      channels: [{ id: own.alertChannel }],
      asRead: {
        ...alertRuleInput(own),
        channels: [{ id: own.alertChannel, kind: 'slack', hint: `hooks.example.com/${own.canary}` }],
      },
    }),
    references: {
      id: 'missing',
      'channels.*.id': 'refused',
      'surveyIds.*': 'refused',
      'locationIds.*': 'refused',
      'userIds.*': 'refused',
      'smsUserIds.*': 'refused',
      'asRead.channels.*.id': 'conflict',
      'asRead.surveyIds.*': 'conflict',
      'asRead.locationIds.*': 'conflict',
      'asRead.userIds.*': 'conflict',
      'asRead.smsUserIds.*': 'conflict',
    },
  },
  'alerts.switchRule': { input: (own) => ({ id: own.alertRule, active: false }), references: { id: 'missing' } },
  'alerts.deleteRule': caseWithId((own) => own.alertRule),
  'alerts.sendTest': caseWithId((own) => own.alertRule),
  'alerts.listReferencing': { input: (own) => ({ id: own.location }), references: { id: 'unknown' } },
  'alerts.withPhone': inputlessCase,
  'alerts.log': { input: (own) => ({ ruleId: own.alertRule, state: 'failed' }), references: { ruleId: 'missing' } },

  'replyTemplates.list': pagedListCase,
  'replyTemplates.create': {
    input: () => ({ kind: 'response', name: 'Thanks', texts: { en: 'Thank you.', fr: '' } }),
  },
  'replyTemplates.update': {
    input: (own) => ({ id: own.template, kind: 'review', name: 'Thanks', texts: { en: 'Thank you.', fr: '' } }),
    references: { id: 'missing' },
  },
  'replyTemplates.delete': caseWithId((own) => own.template),
}
