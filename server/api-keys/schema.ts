import { z } from 'zod'
import { Id, RequiredText, Timestamp } from '../fields/schema'
import { sentence } from '../messages/sentence'
import { API_KEY_SCOPES } from './vocabulary'

export const ApiKeyScope = z.enum(API_KEY_SCOPES, sentence('key.scopesUnknown'))
export type ApiKeyScope = z.infer<typeof ApiKeyScope>

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** What may be seen of it: the first characters after the prefix, and the last. */
  hint: z.string().meta({ example: 'cfs_Ab3d…9xYz' }),
  scopes: z.array(z.string()),
  isActive: z.boolean(),
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  createdBy: z.string().nullable().describe('The name of the person who made it.'),
  subscriptions: z.number().int().describe('Webhook subscriptions that go with the key when it is revoked.'),
})
export type ApiKey = z.infer<typeof ApiKey>

export const CreateApiKey = z.object({
  name: RequiredText(100),
  scopes: z
    .array(ApiKeyScope)
    .min(1, sentence('key.scopesNone'))
    .transform((scopes) => [...new Set(scopes)]),
  expiresAt: z.iso
    .datetime({ offset: true, error: sentence('value.dateTime') })
    .nullable()
    .exactOptional(),
})
export type CreateApiKey = z.infer<typeof CreateApiKey>

/** The only answer that ever holds a key. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const SetApiKeyActive = z.object({ id: Id, isActive: z.boolean() })
export type SetApiKeyActive = z.infer<typeof SetApiKeyActive>

export const RevokedApiKey = z.object({ id: Id, revoked: z.literal(true), deletedSubscriptions: z.number().int() })
export type RevokedApiKey = z.infer<typeof RevokedApiKey>
