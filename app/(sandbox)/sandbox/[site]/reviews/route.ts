import { endpoint } from '@/server/api/endpoint'
import { listFeedReviews, MAX_FEED_BODY_BYTES } from '@/server/api/pages/sandbox-feed'

type Context = { params: Promise<{ site: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  { GET: async (request, { params }) => listFeedReviews((await params).site, request) },
  { maxBytes: MAX_FEED_BODY_BYTES, readsBody: 'itself' },
)
