import { endpoint } from '@/server/api/endpoint'
import { getFeedReview, MAX_FEED_BODY_BYTES } from '@/server/api/pages/sandbox-feed'

type Context = { params: Promise<{ site: string; id: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  { GET: (request, { params }) => params.then(({ site, id }) => getFeedReview(site, id, request)) },
  { maxBytes: MAX_FEED_BODY_BYTES, readsBody: 'itself' },
)
