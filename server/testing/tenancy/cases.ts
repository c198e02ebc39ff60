import { anEmail } from '../factories/basics'
import type { Tenant } from './tenant'
import { ownAlertRule } from './tenant-alerts'
import { SHARED_HOOK_URL } from './tenant-hooks'
import { GOOGLE_PLACE, TRUSTPILOT_UNIT } from './tenant-reviews'

/**
 * Result of an operation when a value belongs to another organization:
 * - `missing`: 404 NOT_FOUND, for the subject of the request;
 * - `refused`: 400 VALIDATION_ERROR with this field, for a reference inside a body;
 * - `empty`: success with no results, for a filter;
 * - `changed`: 409 CHANGED_MEANWHILE, for a version that the caller claims to have read;
 * - `fresh`: success, as for any unknown value, which refers to no row;
 * - `unheard`: 400 VALIDATION_ERROR, as for any value, because a third-party service must be queried first.
 */
export type Outcome = 'missing' | 'refused' | 'changed' | 'empty' | 'fresh' | 'unheard'

export type Case = {
  /** Valid input for the organization that owns these rows. */
  input?: (own: Tenant) => Record<string, unknown>
  /** Dotted path of each value that refers to a row (`*` for every element) → result for another organization's value. */
  names?: Record<string, Outcome>
  /** Status although the input is valid: no Google client is configured; an owner cannot leave. */
  isRefused?: 400 | 403 | 404
}

const byId = (pick: (own: Tenant) => string): Case => ({
  input: (own) => ({ id: pick(own) }),
  names: { id: 'missing' },
})
const withoutInput: Case = {}
const paged: Case = { input: () => ({}) }
const enrolment = (pick: (own: Tenant) => string): Case => ({
  input: (own) => ({
    id: pick(own),
    contacts: [{ email: anEmail() }],
    locationId: own.location,
    employeeId: own.employee,
  }),
  names: { id: 'missing', locationId: 'refused', employeeId: 'refused' },
})
const ownSteps = (own: Tenant) => [
  { id: own.step, type: 'survey', surveyId: own.survey },
  { id: own.otherStep, type: 'survey', surveyId: own.otherSurvey },
]
const stepTexts = ({ canary }: Tenant) => ({
  delay: 0,
  subject: `Subject ${canary}`,
  body: `Body ${canary}`,
  webhookUrl: `https://receiver.example.com/step-${canary}`,
  condition: 'always',
})
const place = (own: Tenant) => ({ name: 'Harbour', title: 'Harbour', locationId: own.location })
const googleInput = (own: Tenant) => ({
  kind: 'google',
  consentId: own.consent,
  places: [{ ...place(own), name: GOOGLE_PLACE }],
})
const ownReviewLinks = ({ canary, location }: Tenant) => ({
  links: [{ label: `Link ${canary}`, url: `https://reviews.example.com/${canary}`, locationId: location }],
  showsOnThankYouPage: true,
})
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

/** Every procedure, by its name in the router. Several cases where one input cannot cover all references. */
export const CASES: Record<string, Case | readonly Case[]> = {
  'account.get': withoutInput,
  'account.resendVerification': withoutInput,
  'account.profile': withoutInput,
  'account.updateProfile': { input: () => ({ name: 'Ada', language: 'fr' }) },
  'account.changePassword': { input: () => ({ current: 'none', password: 'long enough' }) },
  'account.askForEmailChange': { input: () => ({ current: 'none', email: anEmail() }) },
  'account.cancelEmailChange': withoutInput,
  'account.askForPhone': { input: () => ({ phone: '+33612345678' }) },
  'account.confirmPhone': { input: () => ({ code: '000000' }), isRefused: 400 },
  'account.cancelPhoneChange': withoutInput,
  'account.removePhone': withoutInput,
  'account.askForDeletion': { input: () => ({ current: 'none' }), isRefused: 403 },
  'account.keep': withoutInput,
  'account.sessions': withoutInput,
  'account.endSession': byId((own) => own.otherSession),
  'account.endOtherSessions': withoutInput,
  'account.secondFactor': withoutInput,
  'account.beginAuthenticatorApp': { input: () => ({ current: '' }), isRefused: 400 },
  'account.confirmAuthenticatorApp': { input: () => ({ code: '000000' }), isRefused: 404 },
  'account.removeAuthenticatorApp': { input: () => ({ current: '' }) },
  'account.beginPasskey': { input: () => ({ current: '' }) },
  'account.addPasskey': {
    input: () => ({
      token: 'none',
      name: 'Phone',
      response: {
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        response: { clientDataJSON: '' },
        clientExtensionResults: {},
      },
    }),
    isRefused: 400,
  },
  'account.removePasskey': { input: (own) => ({ id: own.passkey, current: '' }), names: { id: 'missing' } },
  'account.identities': withoutInput,
  'account.beginConnect': { input: () => ({ provider: 'oidc', current: '' }), isRefused: 404 },
  'account.disconnect': { input: (own) => ({ id: own.identity, current: '' }), names: { id: 'missing' } },
  'account.renewRecoveryCodes': { input: () => ({ current: '' }) },
  'account.createOrganization': { input: () => ({ name: 'Second' }) },
  'account.invitations': withoutInput,
  'account.acceptInvitation': byId((own) => own.ownInvitation),
  'account.switchOrganization': {
    input: (own) => ({ organizationId: own.organizationId }),
    names: { organizationId: 'missing' },
  },

  'apiKeys.list': withoutInput,
  'apiKeys.create': { input: () => ({ name: 'Till', scopes: ['contacts:read'] }) },
  'apiKeys.setActive': {
    input: (own) => ({ id: own.apiKey, isActive: false }),
    names: { id: 'missing' },
  },
  'apiKeys.get': byId((own) => own.apiKey),
  'apiKeys.requests': {
    input: (own) => ({ id: own.apiKey, after: own.lastRequest }),
    names: { id: 'missing', after: 'fresh' },
  },
  'apiKeys.update': {
    input: (own) => ({ id: own.apiKey, name: 'Till', scopes: ['contacts:read'] }),
    names: { id: 'missing' },
  },
  'apiKeys.rotate': { input: (own) => ({ id: own.apiKey, overlapHours: 0 }), names: { id: 'missing' } },
  'apiKeys.endPrevious': byId((own) => own.apiKey),
  'apiKeys.revoke': byId((own) => own.apiKey),

  'auditLog.list': {
    input: (own) => ({ actorId: own.user, recordId: own.apiKey, after: own.auditEvent }),
    names: { actorId: 'empty', recordId: 'empty', after: 'fresh' },
  },
  'auditLog.actors': withoutInput,

  'contacts.list': {
    input: (own) => ({ location_id: own.location, contact_organization_id: own.contactOrganization }),
    names: { location_id: 'empty', contact_organization_id: 'empty' },
  },
  'contacts.browse': {
    input: (own) => ({ location_id: own.location, contact_organization_id: own.contactOrganization, sort: 'name' }),
    names: { location_id: 'empty', contact_organization_id: 'empty' },
  },
  'contacts.changeTags': {
    input: (own) => ({ ids: [own.contact], add: ['vip'] }),
    names: { 'ids.*': 'fresh' },
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
    names: { locationId: 'refused', contactOrganizationId: 'refused' },
  },
  'contacts.update': {
    input: (own) => ({
      id: own.contact,
      firstName: 'Ada',
      locationId: own.location,
      contactOrganizationId: own.contactOrganization,
      asRead: { locationId: own.location, contactOrganizationId: own.contactOrganization },
    }),
    names: {
      id: 'missing',
      locationId: 'refused',
      contactOrganizationId: 'refused',
      'asRead.locationId': 'changed',
      'asRead.contactOrganizationId': 'changed',
    },
  },
  'contacts.delete': byId((own) => own.contact),
  'contacts.erase': byId((own) => own.contact),

  'members.list': withoutInput,
  'members.roles': withoutInput,
  'members.changeRole': {
    input: (own) => ({ userId: own.colleague, role: 'admin' }),
    names: { userId: 'missing' },
  },
  'members.remove': { input: (own) => ({ userId: own.colleague }), names: { userId: 'missing' } },
  'members.leave': { isRefused: 403 },
  'members.transferOwnership': {
    input: (own) => ({ userId: own.colleague, current: '' }),
    names: { userId: 'missing' },
  },
  'members.secondFactor': withoutInput,
  'members.askForSecondFactor': { input: () => ({ asks: false }) },
  'members.invitations': withoutInput,
  'members.invite': { input: () => ({ email: anEmail(), role: 'member' }) },
  'members.resendInvitation': byId((own) => own.invitation),
  'members.withdrawInvitation': byId((own) => own.invitation),
  'locations.list': { input: () => ({ search: 'canary' }) },
  'locations.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'locations.get': byId((own) => own.location),
  'locations.detail': byId((own) => own.location),
  'locations.create': { input: () => ({ name: 'Harbour' }) },
  'locations.update': {
    input: (own) => ({ id: own.location, name: 'Harbour' }),
    names: { id: 'missing' },
  },
  'locations.delete': byId((own) => own.location),
  'locations.merge': {
    input: (own) => ({ id: own.location, intoId: own.otherLocation }),
    names: { id: 'missing', intoId: 'refused' },
  },
  'locations.names': withoutInput,

  'employees.list': { input: () => ({ search: 'canary' }) },
  'employees.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'employees.get': byId((own) => own.employee),
  'employees.detail': byId((own) => own.employee),
  'employees.create': { input: () => ({ name: 'Grace' }) },
  'employees.update': {
    input: (own) => ({ id: own.employee, name: 'Harbour' }),
    names: { id: 'missing' },
  },
  'employees.delete': byId((own) => own.employee),
  'employees.merge': {
    input: (own) => ({ id: own.employee, intoId: own.otherEmployee }),
    names: { id: 'missing', intoId: 'refused' },
  },

  'contactOrganizations.list': { input: () => ({ search: 'canary' }) },
  'contactOrganizations.browse': { input: () => ({ search: 'canary', sort: 'name' }) },
  'contactOrganizations.get': byId((own) => own.contactOrganization),
  'contactOrganizations.detail': byId((own) => own.contactOrganization),
  'contactOrganizations.create': { input: () => ({ name: 'Harbour Ltd' }) },
  'contactOrganizations.update': {
    input: (own) => ({ id: own.contactOrganization, name: 'Harbour' }),
    names: { id: 'missing' },
  },
  'contactOrganizations.delete': byId((own) => own.contactOrganization),
  'contactOrganizations.merge': {
    input: (own) => ({ id: own.contactOrganization, intoId: own.otherContactOrganization }),
    names: { id: 'missing', intoId: 'refused' },
  },

  'outbox.status': withoutInput,
  'outbox.list': paged,
  'outbox.delete': {
    input: (own) => ({ ids: [own.message] }),
    names: { 'ids.*': 'fresh' },
  },
  'outbox.get': byId((own) => own.message),

  'overview.drivers': { input: (own) => ({ days: 30, surveyId: own.survey }), names: { surveyId: 'empty' } },
  'overview.get': { input: (own) => ({ days: 30, surveyId: own.survey }), names: { surveyId: 'empty' } },

  'replyTemplates.list': paged,
  'replyTemplates.create': {
    input: () => ({ kind: 'response', name: 'Thanks', texts: { en: 'Thank you.', fr: '' } }),
  },
  'replyTemplates.update': {
    input: (own) => ({ id: own.template, kind: 'review', name: 'Thanks', texts: { en: 'Thank you.', fr: '' } }),
    names: { id: 'missing' },
  },
  'replyTemplates.delete': byId((own) => own.template),

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
    names: { id: 'missing', assigneeId: 'refused', 'asRead.assigneeId': 'changed' },
  },
  'responses.bulk': {
    input: (own) => ({ ids: [own.response], assigneeId: own.colleague, addTagId: own.otherTag }),
    names: { 'ids.*': 'empty', assigneeId: 'refused', addTagId: 'refused' },
  },
  'responses.takeBack': [
    {
      input: (own) => {
        const held = { state: 'open', assigneeId: own.colleague, dueOn: null }
        return { cases: [{ id: own.response, before: held, after: held }], tagged: null }
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
    names: { id: 'missing', draftId: 'fresh' },
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

  'reviews.list': {
    input: (own) => ({ location_id: own.location }),
    names: { location_id: 'empty' },
  },
  'reviews.get': byId((own) => own.review),
  'reviews.reply': {
    input: (own) => ({ id: own.review, text: 'Thank you.' }),
    names: { id: 'missing' },
  },
  'reviews.updateReply': {
    input: (own) => ({ id: own.repliedReview, text: 'Thank you.' }),
    names: { id: 'missing' },
  },
  'reviews.deleteReply': byId((own) => own.repliedReview),
  'reviews.retryReply': byId((own) => own.failedReply),
  'reviews.browse': {
    input: (own) => ({ location_id: own.location, search: own.canary }),
    names: { location_id: 'empty', search: 'empty' },
  },
  'reviews.detail': byId((own) => own.repliedReview),
  'reviews.statistics': { input: () => ({ months: 12 }) },
  'reviews.facts': withoutInput,

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
      'asRead.channels.*.id': 'changed',
      'asRead.surveyIds.*': 'changed',
      'asRead.locationIds.*': 'changed',
      'asRead.userIds.*': 'changed',
      'asRead.smsUserIds.*': 'changed',
    },
  },
  'alerts.switchRule': { input: (own) => ({ id: own.alertRule, active: false }), names: { id: 'missing' } },
  'alerts.deleteRule': byId((own) => own.alertRule),
  'alerts.sendTest': byId((own) => own.alertRule),
  'alerts.naming': { input: (own) => ({ id: own.location }), names: { id: 'fresh' } },
  'alerts.withPhone': withoutInput,
  'alerts.log': { input: (own) => ({ ruleId: own.alertRule, state: 'failed' }), names: { ruleId: 'missing' } },

  'digests.log': paged,
  'digests.sendPreview': withoutInput,
  'digests.choices': withoutInput,
  'digests.switch': {
    input: (own) => ({ organizationId: own.organizationId, isOn: true }),
    names: { organizationId: 'missing' },
  },

  'reviewSources.list': withoutInput,
  'reviewSources.get': byId((own) => own.feedSource),
  'reviewSources.look': {
    input: googleInput,
    names: { consentId: 'refused', 'places.*.locationId': 'unheard' },
    isRefused: 400,
  },
  'reviewSources.connect': [
    {
      input: googleInput,
      names: { consentId: 'refused', 'places.*.locationId': 'refused' },
      // This location is already connected.
      isRefused: 400,
    },
    {
      input: (own) => ({
        kind: 'trustpilot',
        apiKey: 'key',
        apiSecret: 'secret',
        businessUnit: TRUSTPILOT_UNIT,
        businessUserId: TRUSTPILOT_UNIT,
        locationId: own.location,
      }),
      names: { locationId: 'refused' },
      isRefused: 400,
    },
  ],
  'reviewSources.beginGoogle': {
    input: (own) => ({ sourceId: own.googleSource }),
    names: { sourceId: 'missing' },
    isRefused: 400,
  },
  'reviewSources.consentedPlaces': { ...byId((own) => own.consent), names: { id: 'unheard' }, isRefused: 400 },
  'reviewSources.places': byId((own) => own.trustpilotSource),
  'reviewSources.update': {
    input: (own) => ({ id: own.feedSource, name: 'Feed', places: [place(own)], asRead: { places: [place(own)] } }),
    names: { id: 'missing', 'places.*.locationId': 'refused', 'asRead.places.*.locationId': 'changed' },
  },
  'reviewSources.syncNow': byId((own) => own.feedSource),
  'reviewSources.reconnect': {
    input: (own) => ({ kind: 'sandbox', id: own.sandboxSource }),
    names: { id: 'missing' },
  },
  'reviewSources.disconnect': {
    input: (own) => ({ id: own.feedSource, removeReviews: false }),
    names: { id: 'missing' },
  },

  'search.find': [
    { input: (own) => ({ query: own.canary }), names: { query: 'fresh' } },
    { input: (own) => ({ query: own.contact }), names: { query: 'fresh' } },
    { input: (own) => ({ query: own.delivery }), names: { query: 'fresh' } },
    { input: () => ({ query: 'canary' }) },
  ],

  'sequences.browse': paged,
  'sequences.list': paged,
  'sequences.get': byId((own) => own.sequence),
  'sequences.execute': enrolment((own) => own.sequence),
  'sequences.sendSurvey': enrolment((own) => own.survey),
  'sequences.save': [
    {
      input: (own) => ({ id: own.sequence, name: 'After the visit', steps: ownSteps(own) }),
      names: { id: 'missing', 'steps.*.id': 'fresh', 'steps.*.surveyId': 'refused' },
    },
    {
      input: (own) => ({ name: 'After the visit', steps: ownSteps(own) }),
      names: { 'steps.*.id': 'fresh', 'steps.*.surveyId': 'refused' },
    },
    {
      input: (own) => ({
        id: own.sequence,
        name: 'After the visit',
        steps: ownSteps(own),
        asRead: { steps: ownSteps(own).map((step) => ({ ...step, ...stepTexts(own) })) },
      }),
      names: { 'asRead.steps.*.id': 'changed', 'asRead.steps.*.surveyId': 'changed' },
    },
  ],
  'sequences.setStatus': {
    input: (own) => ({ id: own.sequence, status: 'paused' }),
    names: { id: 'missing' },
  },
  'sequences.warnings': byId((own) => own.sequence),
  'sequences.delete': byId((own) => own.sequence),
  'sequences.listSendings': {
    input: (own) => ({ sequenceId: own.sequence, contactId: own.contact }),
    names: { sequenceId: 'empty', contactId: 'empty' },
  },
  'sequences.countSendings': {
    input: (own) => ({ sequenceIds: [own.sequence] }),
    names: { 'sequenceIds.*': 'empty' },
  },
  'sequences.getSending': byId((own) => own.sending),

  'settings.get': withoutInput,
  'settings.update': {
    input: (own) => ({ replyToUserId: own.colleague, asRead: { replyToUserId: own.colleague } }),
    names: { replyToUserId: 'refused', 'asRead.replyToUserId': 'changed' },
  },
  'settings.askForDeletion': { input: () => ({ name: 'Another', current: 'none' }), isRefused: 400 },
  'settings.keep': withoutInput,
  'settings.dailyUse': withoutInput,
  'settings.reviewLinks': withoutInput,
  'settings.updateReviewLinks': {
    input: (own) => ({ ...ownReviewLinks(own), asRead: ownReviewLinks(own) }),
    names: { 'links.*.locationId': 'refused', 'asRead.links.*.locationId': 'changed' },
  },

  'surveys.list': paged,
  'surveys.create': { input: () => ({ name: 'How likely', type: 'nps', questions: [] }) },
  'surveys.get': byId((own) => own.survey),
  'surveys.update': {
    input: (own) => ({ id: own.survey, name: 'How likely' }),
    names: { id: 'missing' },
  },
  'surveys.delete': byId((own) => own.unusedSurvey),
  'surveys.undelete': byId((own) => own.unusedSurvey),
  'surveys.asked': byId((own) => own.survey),
  'surveys.use': byId((own) => own.survey),
  'surveys.defaultLanguage': withoutInput,
  'surveys.browse': paged,

  'views.list': { input: () => ({ list: 'contacts' }) },
  'views.save': { input: () => ({ list: 'contacts', name: 'Regulars', query: 'sort=name' }) },
  'views.delete': byId((own) => own.view),

  'visits.news': withoutInput,
  'visits.note': { input: () => ({ shownAt: '2026-01-01T00:00:00.000Z' }) },
  'visits.isNew': byId((own) => own.response),
  'visits.opened': byId((own) => own.response),
  'visits.markAllSeen': { input: () => ({ shownAt: '2026-01-01T00:00:00.000Z' }) },

  'webhookConsole.list': paged,
  'webhookConsole.get': byId((own) => own.subscription),
  'webhookConsole.add': { input: () => ({ hookUrl: SHARED_HOOK_URL, triggerTypes: ['new_review'] }) },
  'webhookConsole.update': {
    input: (own) => ({ id: own.subscription, triggerTypes: ['bad_review'] }),
    names: { id: 'missing' },
  },
  'webhookConsole.remove': byId((own) => own.subscription),
  'webhookConsole.reactivate': byId((own) => own.subscription),
  'webhookConsole.secret': byId((own) => own.subscription),
  'webhookConsole.rotateSecret': byId((own) => own.subscription),
  'webhookConsole.deliveries': byId((own) => own.subscription),
  'webhookConsole.delivery': byId((own) => own.delivery),
  'webhookConsole.resend': byId((own) => own.delivery),
  'webhookConsole.resendFailed': {
    input: (own) => ({ id: own.subscription, since: '2026-01-01T00:00:00Z' }),
    names: { id: 'missing' },
  },
  'webhookConsole.sendTest': {
    input: (own) => ({ id: own.subscription, kind: 'new_contact' }),
    names: { id: 'missing' },
  },
  'webhookConsole.checkSignature': {
    // Signed with no known secret.
    input: (own) => ({
      id: own.subscription,
      header: `t=1790000000,v1=${'0'.repeat(64)}`,
      body: '[]',
      secret: own.hookSecret,
    }),
    names: { id: 'missing', secret: 'fresh' },
  },

  'webhooks.list': paged,
  'webhooks.subscribe': { input: () => ({ hookUrl: SHARED_HOOK_URL, triggerType: 'new_review' }) },
  'webhooks.unsubscribe': [
    {
      input: (own) => ({ id: own.subscription, hookUrl: own.hookUrl, triggerType: 'new_contact' }),
      names: { id: 'missing', hookUrl: 'refused' },
    },
    {
      input: (own) => ({ hookUrl: own.hookUrl, triggerType: 'new_contact' }),
      names: { hookUrl: 'missing' },
    },
  ],
}

/** The cases of an operation, and each list also without filters: a filter by our own row would hide a leak of other rows. */
export function listCases(name: string): readonly Case[] {
  const found = CASES[name]
  if (found === undefined) throw new Error(`${name} has no case`)
  const cases = Array.isArray(found) ? (found as readonly Case[]) : [found as Case]
  return cases.flatMap((one) => [one, ...withoutFilters(one)])
}

function withoutFilters({ input, names = {} }: Case): Case[] {
  const filters = Object.keys(names).filter((path) => names[path] === 'empty' && !path.includes('*'))
  if (!input || filters.length === 0) return []
  return [
    { input: (own) => Object.fromEntries(Object.entries(input(own)).filter(([field]) => !filters.includes(field))) },
  ]
}
