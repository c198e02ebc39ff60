/*
 * Registry of all values made under APP_SECRET and their columns. Encryption takes its purposes from it, and rotation iterates over it
 * (server/secrets/rotate-secrets.ts), so an unregistered use does not compile and a registered one is always rotated.
 */

export type EncryptedColumn = {
  table: string
  column: string
  key: readonly { column: string; type: 'uuid' | 'text' }[]
  boundTo: string
}

const byId = { key: [{ column: 'id', type: 'uuid' }], boundTo: 'id' } as const

export const ENCRYPTED_COLUMNS = {
  'webhook-secret': [
    { ...byId, table: 'webhook_subscription', column: 'secret_encrypted' },
    { ...byId, table: 'webhook_subscription', column: 'previous_secret_encrypted' },
  ],
  'authenticator-app': [
    {
      table: 'authenticator_app',
      column: 'secret_encrypted',
      key: [{ column: 'user_id', type: 'uuid' }],
      boundTo: 'user_id',
    },
  ],
  'review-source': [{ ...byId, table: 'review_source', column: 'credentials_encrypted' }],
  'mail-event-secret': [{ ...byId, table: 'mail_event_intake', column: 'secret_encrypted' }],
  'trigger-address-secret': [{ ...byId, table: 'trigger_address', column: 'secret_encrypted' }],
  'trigger-signing-secret': [{ ...byId, table: 'trigger_address', column: 'signing_secret_encrypted' }],
  // Named after the widgets, which had it first: the name is a part of the key.
  'survey-widget-secret': [
    { ...byId, table: 'survey_link', column: 'secret_encrypted' },
    { ...byId, table: 'survey_link', column: 'previous_secret_encrypted' },
  ],
  'shared-results-token': [{ ...byId, table: 'shared_results', column: 'token_encrypted' }],
  'dkim-key': [{ ...byId, table: 'sending_domain', column: 'dkim_private_key_encrypted' }],
  'alert-channel': [{ ...byId, table: 'alert_channel', column: 'address_encrypted' }],
  'review-consent': [
    { ...byId, table: 'review_consent', column: 'verifier_encrypted' },
    { ...byId, table: 'review_consent', column: 'credentials_encrypted' },
  ],
  'idempotent-answer': [
    {
      table: 'idempotency_record',
      column: 'body',
      key: [
        { column: 'organization_id', type: 'uuid' },
        { column: 'api_key_id', type: 'uuid' },
        { column: 'key', type: 'text' },
      ],
      boundTo: 'organization_id',
    },
  ],
} as const satisfies Record<string, readonly EncryptedColumn[]>
export type EncryptionPurpose = keyof typeof ENCRYPTED_COLUMNS

/** A column with keyed hashes, and the column with the id of their secret. A hash is invalid after `until`. */
export type HashedColumn = { table: string; column: string; keyId: string; expiryColumn?: string }

/**
 * Hashed: the plaintext is not stored, so rotation only rehashes a value when it is next presented. Look-ups use the hashes under every
 * accepted secret. Empty: short-lived values, names used only in the log, or values that are found without the secret.
 */
export const HASHED_COLUMNS = {
  'api-key': [
    { table: 'api_key', column: 'hash', keyId: 'hash_key_id' },
    { table: 'api_key', column: 'previous_hash', keyId: 'previous_hash_key_id', expiryColumn: 'previous_expires_at' },
  ],
  suppression: [{ table: 'suppression', column: 'email_hash', keyId: 'hash_key_id' }],
  'sms-opt-out': [{ table: 'sms_opt_out', column: 'phone_hash', keyId: 'hash_key_id' }],
  'survey-short-link': [],
  'link-domain-proof': [],
  'survey-view': [],
  'shared-results': [],
  throttle: [],
  'phone-code': [],
  'security-event': [],
} as const satisfies Record<string, readonly HashedColumn[]>
export type HashPurpose = keyof typeof HASHED_COLUMNS

export const TOKEN_PURPOSES = [
  'survey',
  'test-survey',
  'unsubscribe',
  'sandbox-site',
  'sandbox-feed',
  'invitation',
  'digest',
  'sms-status',
  'alert-sms-status',
  'message',
  'mail-events',
  'reply-to',
] as const
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]
