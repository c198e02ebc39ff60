import { endpoint } from '@/server/api/endpoint'
import { handleMailEvents, MAIL_EVENTS_MAX_BYTES } from '@/server/api/rest/mail-events'

type Context = { params: Promise<{ provider: string; token: string }> }

export const dynamic = 'force-dynamic'
/** Seconds: a large batch is recorded before the answer. */
export const maxDuration = 60

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  { POST: async (request, { params }) => handleMailEvents(request, await params) },
  { maxBytes: MAIL_EVENTS_MAX_BYTES },
)
