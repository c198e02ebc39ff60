/*
 * Everything that is made under APP_SECRET, and where it stands: the one list that encryption takes its purposes from and a
 * rotation goes through (server/secrets/rotate.ts). What is not in it cannot be made, and what is in it is not forgotten.
 */

/** A column that holds ciphertexts: the columns that name its row, and the one that each ciphertext is bound to. */
export type SealedColumn = {
  table: string
  column: string
  key: readonly { column: string; type: 'uuid' | 'text' }[]
  boundTo: string
}

const subscription = { table: 'webhook_subscription', key: [{ column: 'id', type: 'uuid' }], boundTo: 'id' } as const

/** Encrypted: a rotation encrypts it anew. */
export const SEALED = {
  'webhook-secret': [
    { ...subscription, column: 'secret_encrypted' },
    { ...subscription, column: 'previous_secret_encrypted' },
  ],
  'authenticator-app': [
    {
      table: 'authenticator_app',
      column: 'secret_encrypted',
      key: [{ column: 'user_id', type: 'uuid' }],
      boundTo: 'user_id',
    },
  ],
  'review-source': [
    { table: 'review_source', column: 'credentials_encrypted', key: [{ column: 'id', type: 'uuid' }], boundTo: 'id' },
  ],
  'alert-channel': [
    { table: 'alert_channel', column: 'address_encrypted', key: [{ column: 'id', type: 'uuid' }], boundTo: 'id' },
  ],
  'review-consent': [
    { table: 'review_consent', column: 'verifier_encrypted', key: [{ column: 'id', type: 'uuid' }], boundTo: 'id' },
    { table: 'review_consent', column: 'credentials_encrypted', key: [{ column: 'id', type: 'uuid' }], boundTo: 'id' },
  ],
  'idempotent-answer': [
    {
      table: 'idempotent_answer',
      column: 'body',
      key: [
        { column: 'organization_id', type: 'uuid' },
        { column: 'api_key_id', type: 'uuid' },
        { column: 'key', type: 'text' },
      ],
      boundTo: 'organization_id',
    },
  ],
} as const satisfies Record<string, readonly SealedColumn[]>
export type SealedPurpose = keyof typeof SEALED

/** A column that holds keyed hashes, and the one that names their secret. Past `until` a hash opens nothing any more. */
export type HashedColumn = { table: string; column: string; keyId: string; until?: string }

/**
 * Hashed: what stands there is known to nobody, so a rotation can only hash anew what it meets in the clear again. Look-ups
 * ask for the hashes under every accepted secret. None: it is forgotten within minutes, or is a name in the log alone.
 */
export const HASHED = {
  'api-key': [
    { table: 'api_key', column: 'hash', keyId: 'hash_key_id' },
    { table: 'api_key', column: 'previous_hash', keyId: 'previous_hash_key_id', until: 'previous_expires_at' },
  ],
  suppression: [{ table: 'suppression', column: 'email_hash', keyId: 'hash_key_id' }],
  throttle: [],
  'phone-code': [],
  'security-event': [],
} as const satisfies Record<string, readonly HashedColumn[]>
export type HashPurpose = keyof typeof HASHED

/**
 * Signed: it is in people's mailboxes, or made anew with every use, and stands nowhere; it is read under every accepted
 * secret.
 */
export const SIGNED = ['survey', 'unsubscribe', 'sandbox-site', 'sandbox-feed', 'invitation', 'digest'] as const
export type TokenPurpose = (typeof SIGNED)[number]
