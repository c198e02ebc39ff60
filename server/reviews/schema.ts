import { z } from 'zod'
import {
  EndDate,
  Id,
  PageQuery,
  QueryBoolean,
  QueryNumber,
  RequiredText,
  StartDate,
  Text,
  Timestamp,
} from '../fields/schema'
import { sentence } from '../messages/sentence'
import { GOOGLE_REPLY_MAX_BYTES, REPLY_MAX_CHARACTERS } from './vocabulary'

export const Review = z
  .object({
    id: Id,
    source: z.string().describe('The review site it was synced from.').meta({ example: 'google' }),
    rating: z.number().int().min(1).max(5).describe('Stars, 1 to 5.'),
    text: z.string().describe('Empty for a review without words.'),
    publishedAt: Timestamp,
    replyText: z.string().nullable().describe('Your reply, or null until there is one.'),
    respondedAt: Timestamp.nullable().describe('When you first replied, or null until then.'),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>

const WHOLE_STARS = sentence('value.wholeStars', { from: 1, to: 5 })
const STARS = sentence('value.stars', { from: 1, to: 5 })
const stars = QueryNumber(z.number(WHOLE_STARS).int(WHOLE_STARS).min(1, STARS).max(5, STARS))

export const ListReviews = PageQuery.extend({
  location_id: Id.exactOptional().describe('Reviews of this location.'),
  source: Text(50).exactOptional().describe('Reviews from this site, such as `google`.'),
  rating_min: stars.exactOptional().describe('At least this many stars.'),
  rating_max: stars.exactOptional().describe('At most this many stars.'),
  replied: QueryBoolean.exactOptional().describe('`false` for reviews without a reply, `true` for those with one.'),
  start_date: StartDate.exactOptional(),
  end_date: EndDate.exactOptional(),
})
export type ListReviews = z.infer<typeof ListReviews>

export const ReplyToReview = z.object({
  id: Id,
  text: RequiredText(REPLY_MAX_CHARACTERS).describe(
    `1 to ${REPLY_MAX_CHARACTERS} characters. For Google, also at most ${GOOGLE_REPLY_MAX_BYTES} bytes of UTF-8.`,
  ),
})
export type ReplyToReview = z.infer<typeof ReplyToReview>

export const ReviewReply = z.object({
  id: Id,
  replyText: z.string(),
  respondedAt: Timestamp.describe('When you first replied.'),
})
export type ReviewReply = z.infer<typeof ReviewReply>
