import { anEmailAddress } from '../../factories/basics'
import type { TestTenant } from '../tenant'
import { type CasesByProcedure, caseWithId, inputlessCase, pagedListCase } from './tenancy-case'

const ownReviewLinks = ({ canary, location }: TestTenant) => ({
  links: [{ label: `Link ${canary}`, url: `https://reviews.example.com/${canary}`, locationId: location }],
  showsOnThankYouPage: true,
})

/** A grey GIF of 16 by 16 pixels. */
const A_LOGO = 'R0lGODlhEAAQAIAAAICAgAAAACH5BAAAAAAALAAAAAAQABAAAAIOhI+py+0Po5y02ouzPgUAOw=='

export const ACCOUNT_AND_SETTINGS_CASES: CasesByProcedure = {
  'account.get': inputlessCase,
  'account.resendVerification': inputlessCase,
  'account.profile': inputlessCase,
  'account.updateProfile': { input: () => ({ name: 'Ada', language: 'fr' }) },
  'account.changePassword': { input: () => ({ current: 'none', password: 'long enough' }) },
  'account.requestEmailChange': { input: () => ({ current: 'none', email: anEmailAddress() }) },
  'account.cancelEmailChange': inputlessCase,
  'account.requestPhoneCode': { input: () => ({ phone: '+33612345678' }) },
  'account.confirmPhone': { input: () => ({ code: '000000' }), expectedStatus: 400 },
  'account.cancelPhoneChange': inputlessCase,
  'account.removePhone': inputlessCase,
  'account.requestDeletion': { input: () => ({ current: 'none' }), expectedStatus: 403 },
  'account.cancelDeletion': inputlessCase,
  'account.sessions': inputlessCase,
  'account.endSession': caseWithId((own) => own.otherSession),
  'account.endOtherSessions': inputlessCase,
  'account.secondFactor': inputlessCase,
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
  'account.identities': inputlessCase,
  'account.beginConnect': { input: () => ({ provider: 'oidc', current: '' }), expectedStatus: 404 },
  'account.disconnect': { input: (own) => ({ id: own.identity, current: '' }), references: { id: 'missing' } },
  'account.renewRecoveryCodes': { input: () => ({ current: '' }) },
  'account.createOrganization': { input: () => ({ name: 'Second' }) },
  'account.invitations': inputlessCase,
  'account.acceptInvitation': caseWithId((own) => own.ownInvitation),
  'account.switchOrganization': {
    input: (own) => ({ organizationId: own.organizationId }),
    references: { organizationId: 'missing' },
  },

  'members.list': inputlessCase,
  'members.roles': inputlessCase,
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
  'members.secondFactor': inputlessCase,
  'members.setTwoFactorRule': { input: () => ({ asks: false }) },
  'members.invitations': inputlessCase,
  'members.invite': { input: () => ({ email: anEmailAddress(), role: 'member' }) },
  'members.resendInvitation': caseWithId((own) => own.invitation),
  'members.withdrawInvitation': caseWithId((own) => own.invitation),

  'apiKeys.list': inputlessCase,
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
  'auditLog.actors': inputlessCase,

  'operations.get': inputlessCase,
  'operations.faults': inputlessCase,
  'testOrganizations.own': inputlessCase,
  'testOrganizations.create': { input: () => ({ name: 'Test' }), expectedStatus: 400 },
  'testOrganizations.clock': inputlessCase,
  'testOrganizations.counterpart': inputlessCase,
  'testOrganizations.copySequence': {
    input: (own) => ({ id: own.sequence }),
    references: { id: 'missing' },
    expectedStatus: 404,
  },
  'testOrganizations.advance': { input: () => ({ by: 'day' }) },
  'sendingHealth.get': inputlessCase,
  'sendingHealth.resume': inputlessCase,
  'settings.get': inputlessCase,
  'settings.update': {
    input: () => ({ throttleDays: 30, asRead: {} }),
  },
  'sender.get': inputlessCase,
  'sender.update': {
    input: (own) => ({ replyToUserId: own.colleague, asRead: { replyToUserId: own.colleague } }),
    references: { replyToUserId: 'refused', 'asRead.replyToUserId': 'conflict' },
  },
  'sender.preview': {
    input: () => ({
      fromName: null,
      postalAddress: null,
      brandColor: null,
      pageLook: { corners: 'small', font: 'system', scheme: 'auto' },
      footerText: { en: null, fr: null },
      language: 'en',
    }),
  },
  'sender.uploadLogo': { input: () => ({ image: A_LOGO }) },
  'sender.deleteLogo': inputlessCase,
  'sender.requestReplyTo': { input: () => ({ email: anEmailAddress() }) },
  'sender.cancelReplyTo': inputlessCase,
  'settings.requestDeletion': { input: () => ({ name: 'Another', current: 'none' }), expectedStatus: 400 },
  'settings.cancelDeletion': inputlessCase,
  'settings.dailyUse': inputlessCase,
  'settings.reviewLinks': inputlessCase,
  'settings.updateReviewLinks': {
    input: (own) => ({ ...ownReviewLinks(own), asRead: ownReviewLinks(own) }),
    references: { 'links.*.locationId': 'refused', 'asRead.links.*.locationId': 'conflict' },
  },

  'linkDomain.get': inputlessCase,
  'linkDomain.create': { input: () => ({ domain: 'feedback.shop.example' }), expectedStatus: 400 },
  'linkDomain.delete': inputlessCase,
  'linkDomain.check': inputlessCase,
  'sendingDomain.get': inputlessCase,
  // The organization has a domain.
  'sendingDomain.create': { input: () => ({ domain: 'shop.example' }), expectedStatus: 400 },
  'sendingDomain.update': { input: () => ({ localPart: 'hello' }) },
  'sendingDomain.delete': inputlessCase,
  'sendingDomain.check': inputlessCase,
  'sendingDomain.sendTest': inputlessCase,
  'sendingDomain.readHeaders': { input: () => ({ source: 'From: ada@shop.example' }) },

  'digests.log': pagedListCase,
  'digests.sendPreview': inputlessCase,
  'digests.choices': inputlessCase,
  'digests.switch': {
    input: (own) => ({ organizationId: own.organizationId, isOn: true }),
    references: { organizationId: 'missing' },
  },

  'views.list': { input: () => ({ list: 'contacts' }) },
  'views.save': { input: () => ({ list: 'contacts', name: 'Regulars', query: 'sort=name' }) },
  'views.delete': caseWithId((own) => own.view),

  'unread.counts': inputlessCase,
  'unread.recordVisit': { input: () => ({ shownAt: '2026-01-01T00:00:00.000Z' }) },
  'unread.isNew': caseWithId((own) => own.response),
  'unread.recordOpened': caseWithId((own) => own.response),
  'unread.markAllSeen': { input: () => ({ shownAt: '2026-01-01T00:00:00.000Z' }) },
}
