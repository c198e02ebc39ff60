import { z } from 'zod'
import { changeFeedFields, checkChangeFeedInput } from '../change-feed/schema'
import { localizableMessage } from '../messages/localizable-message'
import {
  EndDate,
  Id,
  PageQuery,
  QueryBoolean,
  queryNumberSchema,
  requiredTextSchema,
  StartDate,
  sortParameterSchema,
  Timestamp,
  textSchema,
} from '../validation/schema'
import {
  GOOGLE_REPLY_MAX_BYTES,
  REVIEW_REPLY_FILTERS,
  REVIEW_REPLY_MAX_CHARACTERS,
  REVIEW_REPLY_STATES,
  SITE_KINDS,
  SOURCE_STATUSES,
} from './constants'

export const Review = z
  .object({
    id: Id,
    source: z.string().describe('The review site it was synced from.').meta({ example: 'google' }),
    rating: z.number().int().min(1).max(5).describe('Stars, 1 to 5.'),
    text: z.string().describe('Empty for a review without words.'),
    publishedAt: Timestamp,
    replyText: z.string().nullable().describe('Your reply, or null until there is one.'),
    respondedAt: Timestamp.nullable().describe('When you first replied, or null until then.'),
    updatedAt: Timestamp.exactOptional().describe('In the list of reviews, with `updated_since` or `cursor`.'),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>

const WHOLE_STARS = localizableMessage('value.wholeStars', { from: 1, to: 5 })
const STARS = localizableMessage('value.stars', { from: 1, to: 5 })
export const Stars = z.number(WHOLE_STARS).int(WHOLE_STARS).min(1, STARS).max(5, STARS)
const stars = queryNumberSchema(Stars)

export const ListReviews = PageQuery.extend({
  location_id: Id.exactOptional().describe('Reviews of this location.'),
  source: textSchema(50).exactOptional().describe('Reviews from this site, such as `google`.'),
  rating_min: stars.exactOptional().describe('At least this many stars.'),
  rating_max: stars.exactOptional().describe('At most this many stars.'),
  replied: QueryBoolean.exactOptional().describe('`false` for reviews without a reply, `true` for those with one.'),
  start_date: StartDate.exactOptional(),
  end_date: EndDate.exactOptional(),
})
export type ListReviews = z.infer<typeof ListReviews>

/** A page of reviews, or their changes. */
export const ListReviewsOrChanges = ListReviews.extend(changeFeedFields('review')).superRefine(checkChangeFeedInput)

export const ReviewReplyFilter = z.enum(REVIEW_REPLY_FILTERS)

export const BrowseReviews = ListReviews.omit({ replied: true }).extend({
  search: textSchema(200).trim().exactOptional(),
  reply: ReviewReplyFilter.exactOptional(),
  sort: sortParameterSchema(['created', 'rating']),
})
export type BrowseReviews = z.infer<typeof BrowseReviews>

const NamedReference = z.object({ id: Id, name: z.string() })

export const ReviewListItem = z.object({
  id: Id,
  source: z.string(),
  author: z.string().nullable(),
  rating: z.number().int(),
  text: z.string(),
  location: NamedReference.nullable(),
  replyState: z.enum(REVIEW_REPLY_STATES).nullable(),
  publishedAt: Timestamp,
})
export type ReviewListItem = z.infer<typeof ReviewListItem>

export const ReviewHistoryItem = z.object({
  id: Id,
  at: Timestamp,
  kind: z.string(),
  values: z.record(z.string(), z.unknown()),
  by: z.string().nullable(),
})
export type ReviewHistoryItem = z.infer<typeof ReviewHistoryItem>

export const ReviewDetail = ReviewListItem.extend({
  editedAt: Timestamp.nullable(),
  url: z.string().nullable(),
  reply: z
    .object({
      text: z.string(),
      respondedAt: Timestamp,
      state: z.enum(REVIEW_REPLY_STATES),
      reason: z.object({ code: z.string(), values: z.record(z.string(), z.string()) }).nullable(),
      dueAt: Timestamp.nullable(),
    })
    .nullable(),
  isRemoving: z.boolean(),
  contact: NamedReference.nullable().describe('Who wrote it.'),
  site: z.object({ id: Id, name: z.string(), kind: z.enum(SITE_KINDS), status: z.enum(SOURCE_STATUSES) }).nullable(),
  replyMaxBytes: z.number().int().nullable(),
  history: z.array(ReviewHistoryItem),
})
export type ReviewDetail = z.infer<typeof ReviewDetail>

export const MatchReview = z.object({
  id: Id,
  contactId: Id.nullable().describe('The contact who wrote it; null if it is none of yours.'),
})
export type MatchReview = z.infer<typeof MatchReview>

export const ReviewsSummary = z.object({
  total: z.number().int(),
  unreplied: z.number().int(),
  sources: z.array(z.object({ source: z.string(), name: z.string() })),
  hasConnected: z.boolean(),
})
export type ReviewsSummary = z.infer<typeof ReviewsSummary>

export const ReviewStatisticsQuery = z.object({ months: z.number().int().min(1).max(120).exactOptional() })
export type ReviewStatisticsQuery = z.infer<typeof ReviewStatisticsQuery>

const Figures = z.object({
  reviews: z.number().int(),
  average: z.number().nullable(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  replies: z.number().int(),
  medianReplySeconds: z.number().int().nullable(),
})
export type ReviewFigures = z.infer<typeof Figures>

export const ReviewStatistics = z.object({
  overall: Figures,
  stars: z.array(z.number().int()).length(5),
  months: z.array(Figures.pick({ reviews: true, average: true, interval: true }).extend({ month: z.string() })),
  sources: z.array(Figures.extend({ source: z.string() })),
  locations: z.array(Figures.extend({ location: NamedReference.nullable() })),
})
export type ReviewStatistics = z.infer<typeof ReviewStatistics>

export const ReplyToReview = z.object({
  id: Id,
  text: requiredTextSchema(REVIEW_REPLY_MAX_CHARACTERS).describe(
    `1 to ${REVIEW_REPLY_MAX_CHARACTERS} characters. For Google, also at most ${GOOGLE_REPLY_MAX_BYTES} bytes of UTF-8.`,
  ),
})
export type ReplyToReview = z.infer<typeof ReplyToReview>

export const UpdateReviewReply = ReplyToReview.extend({
  asRead: z
    .object({ replyText: z.string() })
    .exactOptional()
    .describe('The `replyText` as you read it. If it is another by now, nothing is changed, and the answer is 409.'),
})
export type UpdateReviewReply = z.infer<typeof UpdateReviewReply>

export const ReviewReply = z
  .object({
    id: Id,
    replyText: z.string(),
    respondedAt: Timestamp.describe('When you first replied.'),
  })
  .meta({ id: 'ReviewReply' })
export type ReviewReply = z.infer<typeof ReviewReply>
