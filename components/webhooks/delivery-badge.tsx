import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import type { Delivery } from '@/server/webhooks/schema'
import { DELIVERY_TONE, wordOfDelivery } from './status-tones'

export async function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  const t = await getT('webhooks')
  const word = wordOfDelivery(delivery)
  return <Badge tone={DELIVERY_TONE[word]}>{t(`status.${word}`)}</Badge>
}

export async function DeliveryMarks({ delivery: { isTest, resendOf } }: { delivery: Delivery }) {
  const t = await getT('webhooks')
  return (
    <>
      {isTest && <Badge>{t('log.test')}</Badge>}
      {resendOf !== null && <Badge>{t('log.resend')}</Badge>}
    </>
  )
}
