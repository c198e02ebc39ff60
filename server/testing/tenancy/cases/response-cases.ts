import { ownAlertRule } from '../tenant-alerts'
import { byId, type Case, type CasesByProcedure, paged, withoutInput } from './tenancy-case'

const listOfResponses: Case = {
  input: (own) => ({
    survey_id: own.survey,
    contact_id: own.contact,
    location_id: own.location,
    employee_id: own.employee,
  }),
  names: { survey_id: 'empty', contact_id: 'empty', location_id: 'empty', employee_id: 'empty' },
}

const browsedResponses: Case = {
  input: (own) => ({ ...listOfResponses.input?.(own), assignee: own.user, tag_id: [own.tag] }),
  names: { ...listOfResponses.names, assignee: 'empty', 'tag_id.*': 'empty' },
}

export const RESPONSE_CASES: CasesByProcedure = {
  'responses.list': listOfResponses,
  'responses.get': byId((own) => own.response),
  'responses.browse': browsedResponses,
  'responses.detail': byId((own) => own.response),
  'responses.neighbours': {
    input: (own) => ({ ...browsedResponses.input?.(own), id: own.response }),
    names: { ...browsedResponses.names, id: 'missing' },
  },
  'responses.setCase': {
    input: (own) => ({
      id: own.response,
      state: 'contacted',
      assigneeId: own.colleague,
      dueOn: '2099-02-01',
      asRead: { state: 'open', assigneeId: own.user, dueOn: '2099-01-01' },
    }),
    names: { id: 'missing', assigneeId: 'refused', 'asRead.assigneeId': 'conflict' },
  },
  'responses.bulk': {
    input: (own) => ({ ids: [own.response], assigneeId: own.colleague, addTagId: own.otherTag }),
    names: { 'ids.*': 'empty', assigneeId: 'refused', addTagId: 'refused' },
  },
  'responses.takeBack': [
    {
      input: (own) => {
        const caseValues = { state: 'open', assigneeId: own.colleague, dueOn: null }
        return { cases: [{ id: own.response, before: caseValues, after: caseValues }], tagged: null }
      },
      names: { 'cases.*.id': 'empty', 'cases.*.before.assigneeId': 'empty', 'cases.*.after.assigneeId': 'empty' },
    },
    {
      input: (own) => ({ cases: [], tagged: { tagId: own.tag, bulkActionId: own.giving, ids: [own.response] } }),
      names: { 'tagged.tagId': 'empty', 'tagged.bulkActionId': 'empty', 'tagged.ids.*': 'empty' },
    },
  ],
  'responses.unresolved': withoutInput,
  'responses.timeline': byId((own) => own.response),
  'responses.addNote': {
    input: (own) => ({ id: own.response, text: 'Called back.' }),
    names: { id: 'missing' },
  },
  'responses.deleteNote': byId((own) => own.note),
  'responses.replyForm': byId((own) => own.response),
  'responses.reply': {
    input: (own) => ({ id: own.response, draftId: own.note, subject: 'Sorry', text: 'We are sorry.' }),
    names: { id: 'missing', draftId: 'unknown' },
  },
  'responses.retryReply': byId((own) => own.reply),
  'responses.eraseText': byId((own) => own.response),
  'responses.setTags': {
    input: (own) => ({ id: own.response, add: [own.otherTag], remove: [own.tag] }),
    names: { id: 'missing', 'add.*': 'refused', 'remove.*': 'empty' },
  },
  'responses.tags': withoutInput,
  'responses.tagUse': byId((own) => own.tag),
  'responses.createTag': { input: () => ({ name: 'Billing' }) },
  'responses.renameTag': {
    input: (own) => ({ id: own.tag, name: 'Billing' }),
    names: { id: 'missing' },
  },
  'responses.deleteTag': byId((own) => own.tag),

  'alerts.listRules': withoutInput,
  'alerts.getRule': byId((own) => own.alertRule),
  'alerts.createRule': {
    input: (own) => ({ ...ownAlertRule(own), channels: [] }),
    names: {
      'surveyIds.*': 'refused',
      'locationIds.*': 'refused',
      'userIds.*': 'refused',
      'smsUserIds.*': 'refused',
    },
  },
  'alerts.updateRule': {
    input: (own) => ({
      ...ownAlertRule(own),
      id: own.alertRule,
      channels: [{ id: own.alertChannel }],
      asRead: {
        ...ownAlertRule(own),
        channels: [{ id: own.alertChannel, kind: 'slack', hint: `hooks.example.com/${own.canary}` }],
      },
    }),
    names: {
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
  'alerts.switchRule': { input: (own) => ({ id: own.alertRule, active: false }), names: { id: 'missing' } },
  'alerts.deleteRule': byId((own) => own.alertRule),
  'alerts.sendTest': byId((own) => own.alertRule),
  'alerts.naming': { input: (own) => ({ id: own.location }), names: { id: 'unknown' } },
  'alerts.withPhone': withoutInput,
  'alerts.log': { input: (own) => ({ ruleId: own.alertRule, state: 'failed' }), names: { ruleId: 'missing' } },

  'replyTemplates.list': paged,
  'replyTemplates.create': {
    input: () => ({ kind: 'response', name: 'Thanks', texts: { en: 'Thank you.', fr: '' } }),
  },
  'replyTemplates.update': {
    input: (own) => ({ id: own.template, kind: 'review', name: 'Thanks', texts: { en: 'Thank you.', fr: '' } }),
    names: { id: 'missing' },
  },
  'replyTemplates.delete': byId((own) => own.template),
}
