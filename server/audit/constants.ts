export const AUDIT_ACTIONS_BY_GROUP = {
  signIn: [
    'sign_in.succeeded',
    'sign_in.refused',
    'sign_in.throttled',
    'second_step.refused',
    'passkey.refused',
    'session.ended',
    'sessions.ended',
    'organization.switched',
  ],
  account: [
    'sign_up.succeeded',
    'email.verified',
    'email.change_asked',
    'email.changed',
    'password.changed',
    'phone.confirmed',
    'phone.removed',
    'account.deletion_asked',
    'account.kept',
    'account.deleted',
    'account.exported',
    'account.suspended',
    'account.resumed',
    'authenticator_app.added',
    'authenticator_app.removed',
    'passkey.added',
    'passkey.removed',
    'recovery_code.used',
    'recovery_codes.renewed',
    'second_factor.removed',
    'identity.added',
    'identity.removed',
  ],
  member: [
    'member.invited',
    'member.invitation_resent',
    'member.invitation_withdrawn',
    'member.joined',
    'member.role_changed',
    'member.removed',
    'member.left',
  ],
  apiKey: [
    'api_key.created',
    'api_key.changed',
    'api_key.activated',
    'api_key.deactivated',
    'api_key.rotated',
    'api_key.secret_ended',
    'api_key.revoked',
  ],
  webhook: [
    'webhook.created',
    'webhook.changed',
    'webhook.reactivated',
    'webhook.deactivated',
    'webhook.removed',
    'webhook.secret_rotated',
    'webhook.secret_shown',
    'webhook.secrets_shown',
  ],
  settings: [
    'settings.changed',
    'review_links.changed',
    'review_source.connected',
    'review_source.changed',
    'review_source.reconnected',
    'review_source.disconnected',
    'reply_template.created',
    'reply_template.changed',
    'reply_template.deleted',
    'contact_property.created',
    'contact_property.changed',
    'contact_property.deleted',
    'contact_import.started',
    'contact_import.undone',
    'alert_rule.created',
    'alert_rule.changed',
    'alert_rule.deleted',
    'organization.exported',
    'organization.deletion_asked',
    'organization.kept',
    'organization.suspended',
    'organization.resumed',
    'organization.quota_set',
    'organization.rate_limit_set',
    'organization.made_home',
    'second_factor.asked',
    'second_factor.left_open',
  ],
  sequence: ['sequence.status_changed', 'sequence.deleted'],
  data: [
    'bulk_action.started',
    'bulk_action.undone',
    'contact.deleted',
    'contact.erased',
    'contact.merged',
    'contact.exported',
    'contact_note.deleted',
    'response.text_erased',
    'record.deleted',
    'record.merged',
    'response_note.deleted',
    'response_tag.renamed',
    'response_tag.deleted',
    'responses.exported',
    'contacts.exported',
    'suppressions.added',
    'suppression.lifted',
    'suppressions.exported',
    'audit_log.exported',
  ],
} as const

export type AuditGroup = keyof typeof AUDIT_ACTIONS_BY_GROUP
export type AuditAction = (typeof AUDIT_ACTIONS_BY_GROUP)[AuditGroup][number]

/** `stranger` is an unauthenticated client. */
export const ACTOR_TYPES = ['user', 'key', 'operator', 'system', 'stranger'] as const

export const AUDITED_RECORD_TYPES = [
  'organization',
  'person',
  'invitation',
  'apiKey',
  'webhook',
  'reviewSource',
  'replyTemplate',
  'contactProperty',
  'contactImport',
  'bulkAction',
  'alertRule',
  'sequence',
  'contact',
  'response',
  'responseTag',
  'location',
  'employee',
  'company',
] as const
export type AuditedRecordType = (typeof AUDITED_RECORD_TYPES)[number]

export const ACTIONS_ON_ACTOR: ReadonlySet<AuditAction> = new Set<AuditAction>(['member.joined', 'member.left'])

export const AUDIT_RETENTION_DAYS = 400

export function getActionMessageKey(action: AuditAction): AuditMessageKey {
  return action.replace('.', '_') as AuditMessageKey
}

type Joined<A> = A extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never
export type AuditMessageKey = Joined<AuditAction>
