import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { Id, requiredTextSchema, singleLineTextSchema, Timestamp, textSchema } from '../../validation/schema'
import { SITE_KINDS, SOURCE_STATUSES } from '../constants'
import { StoredSiteFailure } from '../sources/site-failure'

export const SitePlace = z.object({
  name: z.string().min(1).max(200),
  title: z.string().max(200),
  locationId: Id.nullable(),
})
export type SitePlace = z.infer<typeof SitePlace>

const PLACES_MAX = 500
const Places = z.array(SitePlace).max(PLACES_MAX)

const FeedConnection = z.object({ kind: z.literal('feed'), url: textSchema(2048), token: requiredTextSchema(500) })
const TrustpilotConnection = z.object({
  kind: z.literal('trustpilot'),
  apiKey: requiredTextSchema(200),
  apiSecret: requiredTextSchema(200),
  businessUnit: requiredTextSchema(200),
  businessUserId: textSchema(100)
    .trim()
    .regex(/^[0-9a-f]{24}$/, localizableMessage('value.invalid')),
})
const GoogleConnection = z.object({
  kind: z.literal('google'),
  consentId: Id,
  places: Places.min(1, localizableMessage('review.noPlace')),
})

export const PreviewSite = z.discriminatedUnion('kind', [FeedConnection, TrustpilotConnection, GoogleConnection])
export type PreviewSite = z.infer<typeof PreviewSite>

export const SitePreview = z.object({
  total: z.number().int().nullable(),
  title: z.string().nullable(),
  places: Places,
})
export type SitePreview = z.infer<typeof SitePreview>

const history = { announcesHistory: z.boolean().default(true) }

export const ConnectSource = z.discriminatedUnion('kind', [
  FeedConnection.extend({
    ...history,
    name: singleLineTextSchema(100).min(1, localizableMessage('value.missing')),
    places: Places.default([]),
  }),
  TrustpilotConnection.extend({ ...history, locationId: Id.nullable().default(null) }),
  GoogleConnection.extend(history),
  // A name in the language of the user who enables it.
  z.object({ ...history, kind: z.literal('sandbox'), name: singleLineTextSchema(100).min(1).exactOptional() }),
])
export type ConnectSource = z.infer<typeof ConnectSource>

export const ReviewSource = z.object({
  id: Id,
  kind: z.enum(SITE_KINDS),
  site: z.string(),
  name: z.string(),
  status: z.enum(SOURCE_STATUSES),
  announcesHistory: z.boolean(),
  places: Places,
  url: z.string().nullable(),
  reviews: z.number().int(),
  total: z.number().int().nullable(),
  progress: z
    .object({
      mode: z.enum(['import', 'increment', 'sweep']),
      seen: z.number().int(),
      total: z.number().int().nullable(),
    })
    .nullable(),
  importedAt: Timestamp.nullable(),
  syncedAt: Timestamp.nullable(),
  nextSyncAt: Timestamp.nullable(),
  failure: StoredSiteFailure.nullable(),
  skipped: z.object({ count: z.number().int(), first: z.string().nullable() }),
  failedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type ReviewSource = z.infer<typeof ReviewSource>

export const UpdateSource = z.object({
  id: Id,
  name: singleLineTextSchema(100).min(1, localizableMessage('value.missing')),
  places: Places,
  asRead: ReviewSource.pick({ name: true, places: true }).partial().exactOptional(),
})
export type UpdateSource = z.infer<typeof UpdateSource>

export const ReconnectSource = z.discriminatedUnion('kind', [
  FeedConnection.pick({ kind: true, token: true }).extend({ id: Id }),
  TrustpilotConnection.pick({ kind: true, apiKey: true, apiSecret: true }).extend({ id: Id }),
  z.object({ kind: z.literal('sandbox'), id: Id }),
])
export type ReconnectSource = z.infer<typeof ReconnectSource>

export const DisconnectSource = z.object({ id: Id, removeReviews: z.boolean() })

export const StartGoogleConsent = z.object({ sourceId: Id.exactOptional() })
export const GoogleConsentUrl = z.object({ url: z.string() })

export const PlaceWithUsage = SitePlace.extend({
  address: z.string(),
  account: z.string(),
  isTaken: z.boolean(),
  isRead: z.boolean(),
})
export type PlaceWithUsage = z.infer<typeof PlaceWithUsage>
