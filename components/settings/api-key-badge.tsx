import type { ApiKey } from '@/server/api-keys/schema'
import { getRequestTime, getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'

const EXPIRES_SOON_MS = 7 * 86_400_000

export async function ApiKeyBadge({ apiKey: { isActive, expiresAt } }: { apiKey: ApiKey }) {
  const t = await getT('settings')
  const leftMs = expiresAt === null ? Infinity : new Date(expiresAt).getTime() - getRequestTime().getTime()
  if (leftMs <= 0) return <Badge tone="negative">{t('apiKeys.expired')}</Badge>
  if (!isActive) return <Badge tone="quiet">{t('apiKeys.inactive')}</Badge>
  if (leftMs <= EXPIRES_SOON_MS) return <Badge tone="neutral">{t('apiKeys.expiresSoon')}</Badge>
  return <Badge tone="positive">{t('apiKeys.active')}</Badge>
}
