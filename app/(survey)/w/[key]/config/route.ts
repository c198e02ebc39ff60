import { unbufferedEndpoint } from '@/server/api/endpoint'
import { getWidgetConfig } from '@/server/api/pages/widget-requests'

type Context = { params: Promise<{ key: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>(
  {
    GET: async (request, { params }) => getWidgetConfig((await params).key, request),
  },
  { servesLinkDomains: true },
)
