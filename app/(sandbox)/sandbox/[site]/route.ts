import { endpoint } from '@/server/api/endpoint'
import { actOnSandbox, MAX_FORM_BYTES, viewSandbox } from '@/server/api/pages/sandbox-page'
import { httpAnswer } from '../../to-http-response'

type Context = { params: Promise<{ site: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (request, { params }) => httpAnswer(await viewSandbox((await params).site, request)),
    POST: async (request, { params }) => httpAnswer(await actOnSandbox((await params).site, request)),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
