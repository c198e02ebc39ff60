import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import type { Delivery } from '@/server/webhooks/schema'
import { DELIVERY_STATUS_TONES, getDeliveryDisplayStatus } from './status-tones'

export async function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  const t = await getT('webhooks')
  const word = getDeliveryDisplayStatus(delivery)
  return <Badge tone={DELIVERY_STATUS_TONES[word]}>{t(`status.${word}`)}</Badge>
}

export async function DeliveryFlagBadges({ delivery: { isTest, resendOf } }: { delivery: Delivery }) {
  const t = await getT('webhooks')
  return (
    <>
      {isTest && <Badge>{t('log.test')}</Badge>}
      {resendOf !== null && <Badge>{t('log.resend')}</Badge>}
    </>
  )
}
