import { handleLogo } from '@/server/api/downloads/logo'
import { endpoint } from '@/server/api/endpoint'

type Context = { params: Promise<{ id: string }> }

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (_, { params }) => handleLogo((await params).id),
  },
  { servesLinkDomains: true },
)
