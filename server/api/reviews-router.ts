import { z } from 'zod'
import { Id } from '../fields/schema'
import { replyToReview, updateReviewReply } from '../reviews/replies/write-reply'
import { getReview, listReviews } from '../reviews/reviews'
import { ListReviews, ReplyToReview, Review, ReviewReply } from '../reviews/schema'
import { one, page } from './envelope'
import { router, scoped } from './trpc'

const tags = ['Reviews']

export const reviewsRouter = router({
  list: scoped('reviews:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/reviews',
        operationId: 'listReviews',
        tags,
        summary: 'List reviews',
        description: 'Most recently published first. You can combine filters. Dates are those of publication.',
      },
      answers: { 200: 'A page of reviews, newest first.' },
    })
    .input(ListReviews)
    .output(page(Review))
    .query(({ ctx, input }) => listReviews(ctx.organizationId, input)),

  get: scoped('reviews:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/reviews/{id}',
        operationId: 'getReview',
        tags,
        summary: 'Get a review',
        description: 'Returns one review, with its reply if it has one.',
      },
      answers: { 200: 'The review.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Review))
    .query(async ({ ctx, input }) => ({ data: await getReview(ctx.organizationId, input.id) })),

  reply: scoped('reviews:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/reviews/{id}/reply',
        operationId: 'replyToReview',
        tags,
        summary: 'Reply to a review',
        description:
          'The reply is stored at once and posted to the review site in the background. At most 2000 characters; ' +
          'for Google, also at most 4096 bytes of UTF-8.',
      },
      status: 201,
      answers: { 201: 'The reply.' },
      errors: ['REPLY_EXISTS'],
    })
    .input(ReplyToReview)
    .output(one(ReviewReply))
    .mutation(async ({ ctx, input }) => ({ data: await replyToReview(ctx.organizationId, input) })),

  updateReply: scoped('reviews:write')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{id}/reply',
        operationId: 'updateReviewReply',
        tags,
        summary: 'Change a reply',
        description:
          'Replaces the text. `respondedAt` stays the time of the first reply. A review without a reply gets 404.',
      },
      answers: { 200: 'The reply as it is now.' },
    })
    .input(ReplyToReview)
    .output(one(ReviewReply))
    .mutation(async ({ ctx, input }) => ({ data: await updateReviewReply(ctx.organizationId, input) })),
})
