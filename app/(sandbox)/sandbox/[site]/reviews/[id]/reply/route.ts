import { unbufferedEndpoint } from '@/server/api/endpoint'
import { handleDeleteFeedReply, handlePutFeedReply } from '@/server/api/pages/sandbox-feed'

type Context = { params: Promise<{ site: string; id: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  PUT: (request, { params }) => params.then(({ site, id }) => handlePutFeedReply(site, id, request)),
  DELETE: (request, { params }) => params.then(({ site, id }) => handleDeleteFeedReply(site, id, request)),
})
