import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { Id, requiredTextSchema, Timestamp } from '../validation/schema'
import { API_KEY_SCOPES, ROTATION_OVERLAP_MAX_HOURS, STATUS_CLASSES } from './constants'

export const ApiKeyScope = z.enum(API_KEY_SCOPES, localizableMessage('key.scopesUnknown'))
export type ApiKeyScope = z.infer<typeof ApiKeyScope>

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  hint: z.string().meta({ example: 'cfs_Ab3d…9xYz' }),
  scopes: z.array(z.string()),
  isActive: z.boolean(),
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable().describe('With whichever secret.'),
  secret: z.object({ hint: z.string(), madeAt: Timestamp, lastUsedAt: Timestamp.nullable() }),
  previous: z.object({ hint: z.string(), endsAt: Timestamp, lastUsedAt: Timestamp.nullable() }).nullable(),
  createdAt: Timestamp,
  createdBy: z.string().nullable().describe('The name of the person who made it.'),
  knownTo: z.array(Id).describe('The people who made the secrets that open it now, and so may have kept them.'),
  subscriptions: z.number().int().describe('Webhook subscriptions that go with the key when it is revoked.'),
})
export type ApiKey = z.infer<typeof ApiKey>

const Scopes = z
  .array(ApiKeyScope)
  .min(1, localizableMessage('key.scopesNone'))
  .transform((scopes) => [...new Set(scopes)])

const expiryFields = {
  expiresAt: z.iso
    .datetime({ offset: true, error: localizableMessage('value.dateTime') })
    .nullable()
    .exactOptional(),
  expiresOn: z.iso.date(localizableMessage('value.date')).exactOptional(),
}

export const CreateApiKey = z.object({ name: requiredTextSchema(100), scopes: Scopes, ...expiryFields })
export type CreateApiKey = z.infer<typeof CreateApiKey>

export const UpdateApiKey = z.object({
  id: Id,
  name: requiredTextSchema(100).exactOptional(),
  scopes: Scopes.exactOptional(),
  ...expiryFields,
  asRead: ApiKey.pick({ name: true, scopes: true, expiresAt: true }).partial().exactOptional(),
})
export type UpdateApiKey = z.infer<typeof UpdateApiKey>

const OVERLAP_ERROR = localizableMessage('value.whole', { from: 0, to: ROTATION_OVERLAP_MAX_HOURS })

export const RotateApiKey = z.object({
  id: Id,
  overlapHours: z
    .number()
    .int(OVERLAP_ERROR)
    .min(0, OVERLAP_ERROR)
    .max(ROTATION_OVERLAP_MAX_HOURS, OVERLAP_ERROR)
    .describe('How long the secret before goes on; 0: not at all.'),
  asRead: ApiKey.pick({ hint: true }).exactOptional(),
})
export type RotateApiKey = z.infer<typeof RotateApiKey>

export const CreatedApiKey = ApiKey.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const SetApiKeyActive = z.object({ id: Id, isActive: z.boolean() })
export type SetApiKeyActive = z.infer<typeof SetApiKeyActive>

export const RevokedApiKey = z.object({ id: Id, revoked: z.literal(true), deletedSubscriptions: z.number().int() })
export type RevokedApiKey = z.infer<typeof RevokedApiKey>

export const StatusClass = z.enum(STATUS_CLASSES)
export type StatusClass = z.infer<typeof StatusClass>

export const ApiRequest = z.object({
  id: Id.describe('The request id that its answer carried.'),
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  durationMs: z.number().int(),
  times: z.number().int().describe('How many it stands for: refusals for the rate limit within a second are one.'),
  withPrevious: z.boolean().describe('Came with the secret before the one that was current then.'),
  createdAt: Timestamp,
})
export type ApiRequest = z.infer<typeof ApiRequest>

export const ListApiRequests = z.object({
  id: Id,
  outcome: StatusClass.exactOptional(),
  after: Id.exactOptional(),
  limit: z.number().int().min(1).max(100).default(50),
})
export type ListApiRequests = z.output<typeof ListApiRequests>

export const ApiRequestPage = z.object({
  entries: z.array(ApiRequest),
  next: Id.nullable(),
})
export type ApiRequestPage = z.infer<typeof ApiRequestPage>
