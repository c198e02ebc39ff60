import { getT } from '@/components/i18n/server'
import { Callout } from '@/components/ui/content/callout'
import { InlineCode } from '@/components/ui/content/code-block'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Card } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { TextLink } from '@/components/ui/controls/text-link'
import type { DeliveryDetail } from '@/server/webhooks/schema'
import { DetailHeader } from '../settings/detail-header'
import { DeliveryBadge, DeliveryFlagBadges } from './delivery-labels'
import { ResendDeliveryDialog } from './resend-delivery-dialog'

export async function DeliveryHeader({ delivery, canResend }: { delivery: DeliveryDetail; canResend: boolean }) {
  const t = await getT('webhooks')
  const { id, subscriptionId, hookUrl, kind, status, isTest, resendOf, reason, nextAttemptAt, endedAt } = delivery
  return (
    <>
      <DetailHeader
        back={{ href: `/settings/webhooks/${subscriptionId}`, label: t('delivery.back') }}
        title={t(`kind.${kind}`)}
        badge={
          <>
            <DeliveryBadge delivery={delivery} />
            <DeliveryFlagBadges delivery={delivery} />
          </>
        }
        actions={
          canResend &&
          status !== 'pending' && <ResendDeliveryDialog id={id} subscriptionId={subscriptionId} hookUrl={hookUrl} />
        }
      />
      {reason !== null && <Callout>{t(`reason.${reason}`)}</Callout>}
      {isTest && <Callout>{t('delivery.test')}</Callout>}
      <Card>
        <DefinitionList
          items={[
            { label: t('delivery.to'), value: <span className="break-all">{hookUrl}</span> },
            // The id that the receiver sees and will refer to.
            { label: t('delivery.id'), value: <InlineCode>{resendOf ?? id}</InlineCode> },
            { label: t('delivery.created'), value: <Time value={delivery.createdAt} as="datetime" /> },
            resendOf !== null && {
              label: t('delivery.resendOf'),
              value: (
                <TextLink href={`/settings/webhooks/${subscriptionId}/deliveries/${resendOf}`}>
                  {t('delivery.resendOfLink')}
                </TextLink>
              ),
            },
            nextAttemptAt !== null && {
              label: t('delivery.next'),
              value: <Time value={nextAttemptAt} as="relative" />,
            },
            endedAt !== null && { label: t('delivery.ended'), value: <Time value={endedAt} as="datetime" /> },
          ].filter((item) => item !== false)}
        />
      </Card>
    </>
  )
}
