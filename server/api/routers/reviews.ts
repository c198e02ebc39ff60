import { z } from 'zod'
import { parseListOrChanges } from '../../change-feed/list-changes'
import { listChangedReviews } from '../../reviews/list-changed-reviews'
import { matchReview } from '../../reviews/match-review'
import {
  deleteReviewReply,
  type ReviewReplyAuthor,
  replyToReview,
  retryReviewReply,
  updateReviewReply,
} from '../../reviews/replies/review-replies'
import { getReviewDetail } from '../../reviews/review-detail'
import { getReviewStatistics } from '../../reviews/review-statistics'
import { browseReviews, getReview, getReviewCountsAndSites, listReviews } from '../../reviews/reviews'
import {
  BrowseReviews,
  ListReviewsOrChanges,
  MatchReview,
  ReplyToReview,
  Review,
  ReviewDetail,
  ReviewListItem,
  ReviewReply,
  ReviewStatistics,
  ReviewStatisticsQuery,
  ReviewsSummary,
  UpdateReviewReply,
} from '../../reviews/schema'
import { findReviewIds } from '../../search/find-review-ids'
import { resolveFilterDates } from '../../time-zones'
import { Id } from '../../validation/schema'
import { CHANGES_DESCRIPTION, one, page, pageOrChanges } from './envelope'
import { type ApiContext, router, scopedProcedure } from './trpc'

const tags = ['Reviews']
const ById = z.object({ id: Id })

export const reviewsRouter = router({
  list: scopedProcedure('reviews:read')
    .meta({
      openapi: { method: 'GET', path: '/reviews', operationId: 'listReviews', tags },
      summary: 'List reviews',
      description: `Most recently published first. You can combine filters. Dates are those of publication. ${CHANGES_DESCRIPTION}`,
      responses: { 200: 'A page of reviews, newest first.' },
    })
    .input(ListReviewsOrChanges)
    .output(pageOrChanges(Review))
    .query(async ({ ctx, input }) => {
      const { filters, window, changes } = parseListOrChanges(input)
      if (changes) return listChangedReviews(ctx.organizationId, filters, changes)
      return listReviews(ctx.organizationId, { ...filters, ...window })
    }),

  get: scopedProcedure('reviews:read')
    .meta({
      openapi: { method: 'GET', path: '/reviews/{id}', operationId: 'getReview', tags },
      summary: 'Get a review',
      description: 'Returns one review, with its reply if it has one.',
      responses: { 200: 'The review.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Review))
    .query(async ({ ctx, input }) => ({ data: await getReview(ctx.organizationId, input.id) })),

  reply: scopedProcedure('reviews:write')
    .meta({
      openapi: { method: 'POST', path: '/reviews/{id}/reply', operationId: 'replyToReview', tags },
      summary: 'Reply to a review',
      description:
        'The reply is stored at once. Where the review’s site is connected, it is posted there in the background, and again if ' +
        'the site does not answer; otherwise it stays here. Whether the site shows, holds or rejects it stands in the ' +
        'dashboard. At most 2000 characters; for Google, also at most 4096 bytes of UTF-8.',
      responses: { 201: 'The reply.' },
      errors: ['REPLY_EXISTS'],
    })
    .input(ReplyToReview)
    .output(one(ReviewReply))
    .mutation(async ({ ctx, input }) => ({ data: await replyToReview(ctx.organizationId, input, toWriter(ctx)) })),

  updateReply: scopedProcedure('reviews:write')
    .meta({
      openapi: { method: 'PATCH', path: '/reviews/{id}/reply', operationId: 'updateReviewReply', tags },
      summary: 'Change a reply',
      description:
        'Replaces the text, here and on the review’s site. `respondedAt` stays the time of the first reply. A review ' +
        'without a reply gets 404, also one whose reply was removed on the site itself.',
      responses: { 200: 'The reply as it is now.' },
      errors: ['CHANGED_MEANWHILE'],
    })
    .input(UpdateReviewReply)
    .output(one(ReviewReply))
    .mutation(async ({ ctx, input }) => ({ data: await updateReviewReply(ctx.organizationId, input, toWriter(ctx)) })),

  deleteReply: scopedProcedure('reviews:write')
    .input(ById)
    .output(one(z.object({ id: Id, deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => {
      await deleteReviewReply(ctx.organizationId, input.id, toWriter(ctx))
      return { data: { id: input.id, deleted: true as const } }
    }),

  retryReply: scopedProcedure('reviews:write')
    .input(ById)
    .output(one(z.object({ id: Id })))
    .mutation(async ({ ctx, input }) => {
      await retryReviewReply(ctx.organizationId, input.id)
      return { data: input }
    }),

  match: scopedProcedure('reviews:write')
    .input(MatchReview)
    .output(one(MatchReview))
    .mutation(async ({ ctx, input }) => ({
      data: await matchReview(ctx.organizationId, input, toWriter(ctx).userId),
    })),

  browse: scopedProcedure('reviews:read')
    .input(BrowseReviews)
    .output(page(ReviewListItem))
    .query(async ({ ctx, input }) => {
      const { days: _days, ...dates } = await resolveFilterDates(ctx.organizationId, input)
      const reviewIds = input.search ? await findReviewIds(ctx.organizationId, input.search) : undefined
      return browseReviews(ctx.organizationId, { ...input, ...dates }, reviewIds)
    }),

  detail: scopedProcedure('reviews:read')
    .input(ById)
    .output(one(ReviewDetail))
    .query(async ({ ctx, input }) => ({ data: await getReviewDetail(ctx.organizationId, input.id) })),

  statistics: scopedProcedure('reviews:read')
    .input(ReviewStatisticsQuery)
    .output(one(ReviewStatistics))
    .query(async ({ ctx, input }) => ({ data: await getReviewStatistics(ctx.organizationId, input) })),

  facts: scopedProcedure('reviews:read')
    .output(one(ReviewsSummary))
    .query(async ({ ctx }) => ({ data: await getReviewCountsAndSites(ctx.organizationId) })),
})

function toWriter({ principal: { actor } }: Pick<ApiContext, 'principal'>): ReviewReplyAuthor {
  return { userId: actor.type === 'user' ? actor.userId : null }
}
