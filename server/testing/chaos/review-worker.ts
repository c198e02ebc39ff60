import { postOrDeleteReply } from '@/server/reviews/replies/post-or-delete-reply'
import { syncSource } from '@/server/reviews/sync/sync-source'
import { syncSourceQueue } from '@/server/reviews/sync/sync-source-queue'

/*
 * A separate process that syncs a review source or posts a reply on request, and reports completion. Configured by environment variables,
 * and made to be killed.
 */

export type ReviewWorkerCommand = { do: 'sync' | 'post'; organizationId: string; id: string }

await syncSourceQueue.listDueOrganizations(0, new Date())

process.on('message', (order: ReviewWorkerCommand) => {
  const { organizationId, id } = order
  const done =
    order.do === 'sync' ? syncSource(organizationId, id, Date.now() + 60_000) : postOrDeleteReply(organizationId, id)
  done.then(
    () => process.send?.('done'),
    (error: unknown) => process.send?.(`failed: ${String(error)}`),
  )
})
process.send?.('ready')
// The parent may die before it ends this process.
process.once('disconnect', () => process.exit())
