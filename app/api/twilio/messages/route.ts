import { endpoint } from '@/server/api/endpoint'
import { handleInboundTextMessage, MAX_TWILIO_REQUEST_BYTES } from '@/server/api/rest/twilio-webhooks'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: handleInboundTextMessage },
  { maxBytes: MAX_TWILIO_REQUEST_BYTES },
)
