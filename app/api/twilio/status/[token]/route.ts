import { endpoint } from '@/server/api/endpoint'
import { handleTextMessageStatus, MAX_TWILIO_REQUEST_BYTES } from '@/server/api/rest/twilio-webhooks'

type Context = { params: Promise<{ token: string }> }

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  { POST: async (request, { params }) => handleTextMessageStatus((await params).token, request) },
  { maxBytes: MAX_TWILIO_REQUEST_BYTES },
)
