import { z } from 'zod'
import { Id, Name, RequiredText, Text, Timestamp } from '../../fields/schema'
import { sentence } from '../../messages/sentence'
import { StoredFailure } from '../sources/failure'
import { SITE_KINDS, SOURCE_STATUSES } from '../vocabulary'

/** A place as a review site names it, and which location of ours it is. */
export const SitePlace = z.object({
  /** The site's own name for it. */
  name: z.string().min(1).max(200),
  /** What people call it. */
  title: z.string().max(200),
  locationId: Id.nullable(),
})
export type SitePlace = z.infer<typeof SitePlace>

const PLACES_MAX = 500
const Places = z.array(SitePlace).max(PLACES_MAX)

const FeedAccess = z.object({
  kind: z.literal('feed'),
  url: Text(2048),
  token: RequiredText(500),
})
const TrustpilotAccess = z.object({
  kind: z.literal('trustpilot'),
  apiKey: RequiredText(200),
  apiSecret: RequiredText(200),
  /** Its domain, or its id. */
  businessUnit: RequiredText(200),
  /** Who replies. */
  businessUserId: Text(100)
    .trim()
    .regex(/^[0-9a-f]{24}$/, sentence('value.invalid')),
})
const GoogleAccess = z.object({
  kind: z.literal('google'),
  consentId: Id,
  places: Places.min(1, sentence('review.noPlace')),
})

/** What is asked of a site before it is connected. */
export const LookAtSite = z.discriminatedUnion('kind', [FeedAccess, TrustpilotAccess, GoogleAccess])
export type LookAtSite = z.infer<typeof LookAtSite>

/** @property title what the site calls what was found; null where it does not say. */
export const SiteFound = z.object({
  total: z.number().int().nullable(),
  title: z.string().nullable(),
  places: Places,
})
export type SiteFound = z.infer<typeof SiteFound>

const history = { announcesHistory: z.boolean().default(true) }

export const ConnectSource = z.discriminatedUnion('kind', [
  FeedAccess.extend({ ...history, name: Name(100).min(1, sentence('value.missing')), places: Places.default([]) }),
  TrustpilotAccess.extend({ ...history, locationId: Id.nullable().default(null) }),
  GoogleAccess.extend(history),
  // In the language of whoever switches it on.
  z.object({ ...history, kind: z.literal('sandbox'), name: Name(100).min(1).exactOptional() }),
])
export type ConnectSource = z.infer<typeof ConnectSource>

export const ReviewSource = z.object({
  id: Id,
  kind: z.enum(SITE_KINDS),
  /** What `Review.source` says. */
  site: z.string(),
  name: z.string(),
  status: z.enum(SOURCE_STATUSES),
  announcesHistory: z.boolean(),
  places: Places,
  /** The address of a feed, or where the sandbox stands; null for the others. */
  url: z.string().nullable(),
  /** How many of its reviews are here, and how many the site says it has. */
  reviews: z.number().int(),
  total: z.number().int().nullable(),
  /** A look that is under way. */
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
  /** Why the last look failed; null when it did not. */
  failure: StoredFailure.nullable(),
  /** Reviews of the site that could not be read or stored. @property first where the first is in the site's answer. */
  skipped: z.object({ count: z.number().int(), first: z.string().nullable() }),
  failedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type ReviewSource = z.infer<typeof ReviewSource>

export const UpdateSource = z.object({
  id: Id,
  name: Name(100).min(1, sentence('value.missing')),
  places: Places,
  /** As they were read: nothing is written once one of these has another value. */
  asRead: ReviewSource.pick({ name: true, places: true }).partial().exactOptional(),
})
export type UpdateSource = z.infer<typeof UpdateSource>

/** New credentials for one that the site lets in no more, or that was disconnected. */
export const ReconnectSource = z.discriminatedUnion('kind', [
  FeedAccess.pick({ kind: true, token: true }).extend({ id: Id }),
  TrustpilotAccess.pick({ kind: true, apiKey: true, apiSecret: true }).extend({ id: Id }),
  z.object({ kind: z.literal('sandbox'), id: Id }),
])
export type ReconnectSource = z.infer<typeof ReconnectSource>

export const DisconnectSource = z.object({ id: Id, removeReviews: z.boolean() })
export type DisconnectSource = z.infer<typeof DisconnectSource>

export const BeginConsent = z.object({ sourceId: Id.exactOptional() })
export const Consent = z.object({ url: z.string() })

/**
 * A place that can be chosen. @property account whose it is, where a person has several. @property isTaken another source
 * reads it. @property isRead this source does.
 */
export const FoundPlace = SitePlace.extend({
  address: z.string(),
  account: z.string(),
  isTaken: z.boolean(),
  isRead: z.boolean(),
})
export type FoundPlace = z.infer<typeof FoundPlace>
