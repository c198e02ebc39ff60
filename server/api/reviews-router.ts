import { z } from 'zod'
import { Id } from '../fields/schema'
import { getReview, listReviews, replyToReview, updateReviewReply } from '../reviews/reviews'
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
        tags,
        summary: 'List reviews',
        description: 'Newest published first. Filters combine; dates are those of publication.',
      },
    })
    .input(ListReviews)
    .output(page(Review))
    .query(({ ctx, input }) => listReviews(ctx.organizationId, input)),

  get: scoped('reviews:read')
    .meta({ openapi: { method: 'GET', path: '/reviews/{id}', tags, summary: 'Get a review' } })
    .input(z.object({ id: Id }))
    .output(one(Review))
    .query(async ({ ctx, input }) => ({ data: await getReview(ctx.organizationId, input.id) })),

  reply: scoped('reviews:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/reviews/{id}/reply',
        tags,
        summary: 'Reply to a review',
        description: 'At most 2000 characters; where the source is Google also at most 4096 bytes.',
      },
      status: 201,
    })
    .input(ReplyToReview)
    .output(one(ReviewReply))
    .mutation(async ({ ctx, input }) => ({ data: await replyToReview(ctx.organizationId, input) })),

  updateReply: scoped('reviews:write')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{id}/reply',
        tags,
        summary: 'Change a reply',
        description: '`respondedAt` stays the time of the first reply.',
      },
    })
    .input(ReplyToReview)
    .output(one(ReviewReply))
    .mutation(async ({ ctx, input }) => ({ data: await updateReviewReply(ctx.organizationId, input) })),
})
