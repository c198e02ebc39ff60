import { endpoint } from '@/server/api/endpoint'
import { handleWebhookSettings } from '@/server/api/session/webhook-settings'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleWebhookSettings })
