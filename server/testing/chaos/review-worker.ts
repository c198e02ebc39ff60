import { postReply } from '@/server/reviews/replies/post-reply'
import { listOverdueSources } from '@/server/reviews/sync/source-queue'
import { syncSource } from '@/server/reviews/sync/sync-source'

/*
 * A process of its own that reads a review source or posts a reply when it is told to, and says when it has. Configured by its
 * environment alone, and made to be killed.
 */

export type ReviewOrder = { do: 'sync' | 'post'; organizationId: string; id: string }

// What a process loads with its first query it has loaded when it is told something.
await listOverdueSources(0)

process.on('message', (order: ReviewOrder) => {
  const { organizationId, id } = order
  const done = order.do === 'sync' ? syncSource(organizationId, id, Date.now() + 60_000) : postReply(organizationId, id)
  done.then(
    () => process.send?.('done'),
    (error: unknown) => process.send?.(`failed: ${String(error)}`),
  )
})
process.send?.('ready')
// Whoever started it may die before it is told to end.
process.once('disconnect', () => process.exit())
