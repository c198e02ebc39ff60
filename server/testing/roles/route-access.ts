import { ALLOW_ADMIN_OR_OWNER, ALLOW_EVERY_ROLE, ALLOW_OWNER_ONLY, type RolePermissions } from './role-permissions'

/** Required by a route handler: a session with a role, or other credentials. */
export type RouteAccess =
  | RolePermissions
  | 'public'
  | 'API key'
  | 'per procedure'
  | 'Inngest signature'
  | 'Twilio signature'
  | 'metrics token'
  | 'provider signature'

/** Access to every route handler, by its folder in `app/`. Hand-written, so that a change must be confirmed here. */
export const ROUTE_ACCESS: Record<string, RouteAccess> = {
  '(account)/check-email': 'public',
  '(account)/forgot-password': 'public',
  '(account)/invitations/[token]': 'public',
  '(account)/reset-password/[token]': 'public',
  '(account)/sign-in': 'public',
  '(account)/sign-in/passkey': 'public',
  '(account)/sign-in/passkey-question': 'public',
  '(account)/sign-in/finish': 'public',
  '(account)/sign-in/provider': 'public',
  '(account)/sign-in/return': 'public',
  '(account)/sign-in/second-step': 'public',
  '(account)/sign-up': 'public',
  '(account)/verify-email/[token]': 'public',
  '(account)/confirm-reply-to/[token]': 'public',
  '(account)/email-change/[token]': 'public',
  '(account)/take-back/[token]': 'public',
  '(dashboard)/surveys/[id]/preview': ALLOW_EVERY_ROLE,
  '(dashboard)/surveys/[id]/widgets/[widgetId]/try': ALLOW_EVERY_ROLE,
  '(sandbox)/sandbox/[site]': 'public',
  '(sandbox)/sandbox/[site]/reviews': 'public',
  '(sandbox)/sandbox/[site]/reviews/[id]': 'public',
  '(sandbox)/sandbox/[site]/reviews/[id]/reply': 'public',
  '(survey)/logo/[id]': 'public',
  '(survey)/f/[slug]': 'public',
  '(survey)/w/[key]': 'public',
  '(survey)/w/[key]/config': 'public',
  '(survey)/w/[key]/visitor': 'public',
  '(survey)/s/[token]': 'public',
  '(survey)/u/[token]': 'public',
  '(survey)/preferences/[id]': 'public',
  api: 'public',
  'api/[...path]': 'public',
  'api/account': ALLOW_EVERY_ROLE,
  'api/audit-log': ALLOW_ADMIN_OR_OWNER,
  'api/contacts': ALLOW_EVERY_ROLE,
  'api/contact-data': ALLOW_ADMIN_OR_OWNER,
  'api/responses': ALLOW_EVERY_ROLE,
  'api/contact-imports': ALLOW_EVERY_ROLE,
  'api/auth/[...nextauth]': 'public',
  'api/auth/sign-up': 'public',
  'api/auth/verify-email': 'public',
  'api/export': ALLOW_OWNER_ONLY,
  'api/health': 'public',
  'api/inngest': 'Inngest signature',
  'api/link-domains/ask': 'public',
  'api/mail-events/[provider]/[token]': 'provider signature',
  'api/metrics': 'metrics token',
  'api/review-sources/google': ALLOW_ADMIN_OR_OWNER,
  'api/settings/webhooks': ALLOW_ADMIN_OR_OWNER,
  'api/suppressions': ALLOW_EVERY_ROLE,
  'api/survey-links': ALLOW_EVERY_ROLE,
  'api/survey-results': ALLOW_EVERY_ROLE,
  'api/shared-results': 'public',
  'api/trpc/[trpc]': 'per procedure',
  'api/twilio/messages': 'Twilio signature',
  'api/twilio/status/[token]': 'Twilio signature',
  'api/v1/[[...path]]': 'API key',
  'api/v1/openapi.json': 'public',
  'api/v1/postman.json': 'public',
  '.well-known/feedback-link-domain': 'public',
  'r/[code]': 'public',
  't/[code]': 'public',
}
