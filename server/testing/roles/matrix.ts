import type { Role } from '@/server/principal'

/** What a role is answered: whatever the operation says, or 403 and nothing is changed. */
export type May = Record<Role, 'allowed' | 'forbidden'>

const EVERYBODY: May = { owner: 'allowed', admin: 'allowed', member: 'allowed' }
const ADMINISTRATORS: May = { ...EVERYBODY, member: 'forbidden' }
const OWNER: May = { ...ADMINISTRATORS, admin: 'forbidden' }
const ALL_BUT_THE_OWNER: May = { ...EVERYBODY, owner: 'forbidden' }

/**
 * Every procedure, by its name in the router: who may call it. Written by hand, not read off the scopes: whoever gives a
 * procedure another scope, or a role another set of them, says here who may by then.
 */
export const MATRIX: Record<string, May> = {
  'account.get': EVERYBODY,
  'account.resendVerification': OWNER,
  'account.profile': EVERYBODY,
  'account.updateProfile': EVERYBODY,
  'account.changePassword': EVERYBODY,
  'account.sessions': EVERYBODY,
  'account.endSession': EVERYBODY,
  'account.endOtherSessions': EVERYBODY,
  'account.createOrganization': EVERYBODY,
  'account.switchOrganization': EVERYBODY,

  'apiKeys.list': ADMINISTRATORS,
  'apiKeys.create': ADMINISTRATORS,
  'apiKeys.setActive': ADMINISTRATORS,
  'apiKeys.revoke': ADMINISTRATORS,

  'auditLog.list': ADMINISTRATORS,
  'auditLog.actors': ADMINISTRATORS,

  'contactOrganizations.list': EVERYBODY,
  'contactOrganizations.get': EVERYBODY,
  'contactOrganizations.create': EVERYBODY,
  'contactOrganizations.update': EVERYBODY,
  'contactOrganizations.delete': EVERYBODY,
  'contactOrganizations.browse': EVERYBODY,
  'contactOrganizations.detail': EVERYBODY,
  'contactOrganizations.merge': EVERYBODY,

  'contacts.list': EVERYBODY,
  'contacts.get': EVERYBODY,
  'contacts.create': EVERYBODY,
  'contacts.update': EVERYBODY,
  'contacts.delete': EVERYBODY,
  'contacts.browse': EVERYBODY,
  'contacts.changeTags': EVERYBODY,

  'employees.list': EVERYBODY,
  'employees.get': EVERYBODY,
  'employees.create': ADMINISTRATORS,
  'employees.update': ADMINISTRATORS,
  'employees.delete': ADMINISTRATORS,
  'employees.browse': EVERYBODY,
  'employees.detail': EVERYBODY,
  'employees.merge': ADMINISTRATORS,

  'locations.list': EVERYBODY,
  'locations.get': EVERYBODY,
  'locations.create': ADMINISTRATORS,
  'locations.update': ADMINISTRATORS,
  'locations.delete': ADMINISTRATORS,
  'locations.browse': EVERYBODY,
  'locations.names': EVERYBODY,
  'locations.detail': EVERYBODY,
  'locations.merge': ADMINISTRATORS,

  'members.list': EVERYBODY,
  'members.roles': EVERYBODY,
  'members.changeRole': ADMINISTRATORS,
  'members.remove': ADMINISTRATORS,
  'members.leave': ALL_BUT_THE_OWNER,
  'members.transferOwnership': OWNER,
  'members.invitations': ADMINISTRATORS,
  'members.invite': ADMINISTRATORS,
  'members.resendInvitation': ADMINISTRATORS,
  'members.withdrawInvitation': ADMINISTRATORS,

  'outbox.status': EVERYBODY,
  'outbox.list': EVERYBODY,
  'outbox.get': EVERYBODY,
  'outbox.delete': EVERYBODY,

  'overview.get': EVERYBODY,

  'responses.list': EVERYBODY,
  'responses.get': EVERYBODY,
  'responses.browse': EVERYBODY,
  'responses.detail': EVERYBODY,

  'reviewSources.list': ADMINISTRATORS,
  'reviewSources.get': ADMINISTRATORS,
  'reviewSources.look': ADMINISTRATORS,
  'reviewSources.connect': ADMINISTRATORS,
  'reviewSources.beginGoogle': ADMINISTRATORS,
  'reviewSources.consentedPlaces': ADMINISTRATORS,
  'reviewSources.places': ADMINISTRATORS,
  'reviewSources.update': ADMINISTRATORS,
  'reviewSources.syncNow': ADMINISTRATORS,
  'reviewSources.reconnect': ADMINISTRATORS,
  'reviewSources.disconnect': ADMINISTRATORS,

  'reviews.list': EVERYBODY,
  'reviews.get': EVERYBODY,
  'reviews.reply': EVERYBODY,
  'reviews.updateReply': EVERYBODY,
  'reviews.deleteReply': EVERYBODY,
  'reviews.retryReply': EVERYBODY,
  'reviews.browse': EVERYBODY,
  'reviews.detail': EVERYBODY,
  'reviews.statistics': EVERYBODY,
  'reviews.facts': EVERYBODY,
  'reviews.templates': EVERYBODY,
  'reviews.createTemplate': ADMINISTRATORS,
  'reviews.updateTemplate': ADMINISTRATORS,
  'reviews.deleteTemplate': ADMINISTRATORS,

  'search.find': EVERYBODY,

  'sequences.list': EVERYBODY,
  'sequences.browse': EVERYBODY,
  'sequences.get': EVERYBODY,
  'sequences.execute': EVERYBODY,
  'sequences.sendSurvey': EVERYBODY,
  'sequences.save': EVERYBODY,
  'sequences.setStatus': EVERYBODY,
  'sequences.warnings': EVERYBODY,
  'sequences.delete': EVERYBODY,
  'sequences.listSendings': EVERYBODY,
  'sequences.countSendings': EVERYBODY,
  'sequences.getSending': EVERYBODY,

  'settings.get': ADMINISTRATORS,
  'settings.update': ADMINISTRATORS,
  'settings.dailyUse': ADMINISTRATORS,
  'settings.reviewLinks': ADMINISTRATORS,
  'settings.updateReviewLinks': ADMINISTRATORS,

  'surveys.list': EVERYBODY,
  'surveys.create': EVERYBODY,
  'surveys.get': EVERYBODY,
  'surveys.update': EVERYBODY,
  'surveys.delete': EVERYBODY,
  'surveys.undelete': EVERYBODY,
  'surveys.asked': EVERYBODY,
  'surveys.use': EVERYBODY,
  'surveys.defaultLanguage': EVERYBODY,
  'surveys.browse': EVERYBODY,

  'views.list': EVERYBODY,
  'views.save': EVERYBODY,
  'views.delete': EVERYBODY,

  'webhookConsole.list': ADMINISTRATORS,
  'webhookConsole.get': ADMINISTRATORS,
  'webhookConsole.add': ADMINISTRATORS,
  'webhookConsole.update': ADMINISTRATORS,
  'webhookConsole.remove': ADMINISTRATORS,
  'webhookConsole.reactivate': ADMINISTRATORS,
  'webhookConsole.secret': ADMINISTRATORS,
  'webhookConsole.rotateSecret': ADMINISTRATORS,
  'webhookConsole.deliveries': ADMINISTRATORS,
  'webhookConsole.delivery': ADMINISTRATORS,
  'webhookConsole.resend': ADMINISTRATORS,
  'webhookConsole.resendFailed': ADMINISTRATORS,
  'webhookConsole.sendTest': ADMINISTRATORS,
  'webhookConsole.checkSignature': ADMINISTRATORS,

  'webhooks.list': ADMINISTRATORS,
  'webhooks.subscribe': ADMINISTRATORS,
  'webhooks.unsubscribe': ADMINISTRATORS,
}

/** What opens a route handler of the app: a session of a role, or nothing that has to do with roles. */
export type Opener = May | 'anybody' | 'key' | 'procedures' | 'jobs'

/** Every route handler, by its folder in the app. */
export const ROUTES: Record<string, Opener> = {
  '(account)/check-email': 'anybody',
  '(account)/forgot-password': 'anybody',
  '(account)/invitations/[token]': 'anybody',
  '(account)/reset-password/[token]': 'anybody',
  '(account)/sign-in': 'anybody',
  '(account)/sign-up': 'anybody',
  '(account)/verify-email/[token]': 'anybody',
  '(dashboard)/surveys/[id]/preview': EVERYBODY,
  '(sandbox)/sandbox/[site]': 'anybody',
  '(sandbox)/sandbox/[site]/reviews': 'anybody',
  '(sandbox)/sandbox/[site]/reviews/[id]': 'anybody',
  '(sandbox)/sandbox/[site]/reviews/[id]/reply': 'anybody',
  '(survey)/s/[token]': 'anybody',
  '(survey)/u/[token]': 'anybody',
  api: 'anybody',
  'api/[...path]': 'anybody',
  'api/audit-log': ADMINISTRATORS,
  'api/auth/[...nextauth]': 'anybody',
  'api/auth/sign-up': 'anybody',
  'api/auth/verify-email': 'anybody',
  'api/health': 'anybody',
  'api/inngest': 'jobs',
  'api/review-sources/google': ADMINISTRATORS,
  'api/settings/webhooks': ADMINISTRATORS,
  'api/trpc/[trpc]': 'procedures',
  'api/v1/[[...path]]': 'key',
  'api/v1/openapi.json': 'anybody',
}
