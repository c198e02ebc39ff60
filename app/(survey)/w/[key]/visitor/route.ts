import { unbufferedEndpoint } from '@/server/api/endpoint'
import { checkWidgetVisitor } from '@/server/api/pages/widget-requests'

type Context = { params: Promise<{ key: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>(
  {
    POST: async (request, { params }) => checkWidgetVisitor((await params).key, request),
  },
  { servesLinkDomains: true },
)
