import { createTableItemSource } from '../../jobs/create-due-item-source'
import { defineQueue } from '../../jobs/define-queue'
import { postOrDeleteReply, REPLY_CLAIM_MS } from './post-or-delete-reply'

export const replyQueue = defineQueue({
  name: 'reviews/replies',
  limits: { perOrganization: 25, organizations: 50, budgetMs: 15_000 },
  due: createTableItemSource('replies', {
    table: 'review',
    dueColumn: 'reply_due_at',
    lease: { column: 'reply_claimed_at', ms: REPLY_CLAIM_MS },
    where: `EXISTS (SELECT FROM review_source s
      WHERE s.organization_id = review.organization_id AND s.id = review.source_id AND s.status = 'connected')`,
    oneAtATimePer: 'source_id',
  }),
  perform: (organizationId, { id }) => postOrDeleteReply(organizationId, id),
})
