import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitOpenLink, viewOpenLink } from '@/server/api/pages/open-link-pages'
import { toPublicPageResponse } from '../../to-public-page-response'

type Context = { params: Promise<{ key: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>(
  {
    GET: async (request, { params }) =>
      toPublicPageResponse(await viewOpenLink('widget', (await params).key, request), request),
    POST: async (request, { params }) =>
      toPublicPageResponse(await submitOpenLink('widget', (await params).key, request), request),
  },
  { servesLinkDomains: true },
)
