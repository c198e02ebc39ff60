import { anEmailAddress } from '../../factories/basics'
import type { TestTenant } from '../tenant'
import { type CasesByProcedure, caseWithId, caseWithoutInput, pagedListCase } from './tenancy-case'

const ownReviewLinks = ({ canary, location }: TestTenant) => ({
  links: [{ label: `Link ${canary}`, url: `https://reviews.example.com/${canary}`, locationId: location }],
  showsOnThankYouPage: true,
})

export const ACCOUNT_AND_SETTINGS_CASES: CasesByProcedure = {
  'account.get': caseWithoutInput,
  'account.resendVerification': caseWithoutInput,
  'account.profile': caseWithoutInput,
  'account.updateProfile': { input: () => ({ name: 'Ada', language: 'fr' }) },
  'account.changePassword': { input: () => ({ current: 'none', password: 'long enough' }) },
  'account.requestEmailChange': { input: () => ({ current: 'none', email: anEmailAddress() }) },
  'account.cancelEmailChange': caseWithoutInput,
  'account.requestPhoneCode': { input: () => ({ phone: '+33612345678' }) },
  'account.confirmPhone': { input: () => ({ code: '000000' }), expectedStatus: 400 },
  'account.cancelPhoneChange': caseWithoutInput,
  'account.removePhone': caseWithoutInput,
  'account.requestDeletion': { input: () => ({ current: 'none' }), expectedStatus: 403 },
  'account.cancelDeletion': caseWithoutInput,
  'account.sessions': caseWithoutInput,
  'account.endSession': caseWithId((own) => own.otherSession),
  'account.endOtherSessions': caseWithoutInput,
  'account.secondFactor': caseWithoutInput,
  'account.beginAuthenticatorApp': { input: () => ({ current: '' }), expectedStatus: 400 },
  'account.confirmAuthenticatorApp': { input: () => ({ code: '000000' }), expectedStatus: 404 },
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
    expectedStatus: 400,
  },
  'account.removePasskey': { input: (own) => ({ id: own.passkey, current: '' }), references: { id: 'missing' } },
  'account.identities': caseWithoutInput,
  'account.beginConnect': { input: () => ({ provider: 'oidc', current: '' }), expectedStatus: 404 },
  'account.disconnect': { input: (own) => ({ id: own.identity, current: '' }), references: { id: 'missing' } },
  'account.renewRecoveryCodes': { input: () => ({ current: '' }) },
  'account.createOrganization': { input: () => ({ name: 'Second' }) },
  'account.invitations': caseWithoutInput,
  'account.acceptInvitation': caseWithId((own) => own.ownInvitation),
  'account.switchOrganization': {
    input: (own) => ({ organizationId: own.organizationId }),
    references: { organizationId: 'missing' },
  },

  'members.list': caseWithoutInput,
  'members.roles': caseWithoutInput,
  'members.changeRole': {
    input: (own) => ({ userId: own.colleague, role: 'admin' }),
    references: { userId: 'missing' },
  },
  'members.remove': { input: (own) => ({ userId: own.colleague }), references: { userId: 'missing' } },
  'members.leave': { expectedStatus: 403 },
  'members.transferOwnership': {
    input: (own) => ({ userId: own.colleague, current: '' }),
    references: { userId: 'missing' },
  },
  'members.secondFactor': caseWithoutInput,
  'members.setTwoFactorRule': { input: () => ({ asks: false }) },
  'members.invitations': caseWithoutInput,
  'members.invite': { input: () => ({ email: anEmailAddress(), role: 'member' }) },
  'members.resendInvitation': caseWithId((own) => own.invitation),
  'members.withdrawInvitation': caseWithId((own) => own.invitation),

  'apiKeys.list': caseWithoutInput,
  'apiKeys.create': { input: () => ({ name: 'Till', scopes: ['contacts:read'] }) },
  'apiKeys.setActive': {
    input: (own) => ({ id: own.apiKey, isActive: false }),
    references: { id: 'missing' },
  },
  'apiKeys.get': caseWithId((own) => own.apiKey),
  'apiKeys.requests': {
    input: (own) => ({ id: own.apiKey, after: own.lastRequest }),
    references: { id: 'missing', after: 'unknown' },
  },
  'apiKeys.update': {
    input: (own) => ({ id: own.apiKey, name: 'Till', scopes: ['contacts:read'] }),
    references: { id: 'missing' },
  },
  'apiKeys.rotate': { input: (own) => ({ id: own.apiKey, overlapHours: 0 }), references: { id: 'missing' } },
  'apiKeys.endPrevious': caseWithId((own) => own.apiKey),
  'apiKeys.revoke': caseWithId((own) => own.apiKey),

  'auditLog.list': {
    input: (own) => ({ actorId: own.user, recordId: own.apiKey, after: own.auditEvent }),
    references: { actorId: 'empty', recordId: 'empty', after: 'unknown' },
  },
  'auditLog.actors': caseWithoutInput,

  'settings.get': caseWithoutInput,
  'settings.update': {
    input: (own) => ({ replyToUserId: own.colleague, asRead: { replyToUserId: own.colleague } }),
    references: { replyToUserId: 'refused', 'asRead.replyToUserId': 'conflict' },
  },
  'settings.requestDeletion': { input: () => ({ name: 'Another', current: 'none' }), expectedStatus: 400 },
  'settings.cancelDeletion': caseWithoutInput,
  'settings.dailyUse': caseWithoutInput,
  'settings.reviewLinks': caseWithoutInput,
  'settings.updateReviewLinks': {
    input: (own) => ({ ...ownReviewLinks(own), asRead: ownReviewLinks(own) }),
    references: { 'links.*.locationId': 'refused', 'asRead.links.*.locationId': 'conflict' },
  },

  'digests.log': pagedListCase,
  'digests.sendPreview': caseWithoutInput,
  'digests.choices': caseWithoutInput,
  'digests.switch': {
    input: (own) => ({ organizationId: own.organizationId, isOn: true }),
    references: { organizationId: 'missing' },
  },

  'views.list': { input: () => ({ list: 'contacts' }) },
  'views.save': { input: () => ({ list: 'contacts', name: 'Regulars', query: 'sort=name' }) },
  'views.delete': caseWithId((own) => own.view),

  'unread.counts': caseWithoutInput,
  'unread.recordVisit': { input: () => ({ shownAt: '2026-01-01T00:00:00.000Z' }) },
  'unread.isNew': caseWithId((own) => own.response),
  'unread.recordOpened': caseWithId((own) => own.response),
  'unread.markAllSeen': { input: () => ({ shownAt: '2026-01-01T00:00:00.000Z' }) },
}
