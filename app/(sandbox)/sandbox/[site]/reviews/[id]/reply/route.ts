import { endpoint } from '@/server/api/endpoint'
import { deleteFeedReply, MAX_FEED_BODY_BYTES, putFeedReply } from '@/server/api/pages/sandbox-feed'

type Context = { params: Promise<{ site: string; id: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    PUT: (request, { params }) => params.then(({ site, id }) => putFeedReply(site, id, request)),
    DELETE: (request, { params }) => params.then(({ site, id }) => deleteFeedReply(site, id, request)),
  },
  { maxBytes: MAX_FEED_BODY_BYTES, readsBody: 'itself' },
)
