import { handleWebhookSettings } from '@/server/api/webhook-settings'

export const dynamic = 'force-dynamic'

export { handleWebhookSettings as GET }
