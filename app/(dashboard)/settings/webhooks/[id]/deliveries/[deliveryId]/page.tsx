import { ShieldCheck } from 'lucide-react'
import { notFound } from 'next/navigation'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { CopyButton } from '@/components/ui/controls/copy-button'
import { Link } from '@/components/ui/controls/link'
import { AttemptList } from '@/components/webhooks/attempt-list'
import { toCurlCommand } from '@/components/webhooks/curl-command'
import { DeliveryHeader } from '@/components/webhooks/delivery-header'
import { DeliveryRequest } from '@/components/webhooks/delivery-request'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string; deliveryId: string }> }

export async function generateMetadata({ params }: Props) {
  const [t, { deliveryId: id }, caller] = await Promise.all([getT('webhooks'), params, getPageCaller('admin')])
  const { data: delivery } = await orNotFound(caller.webhookConsole.delivery({ id }))
  return { title: `${t(`kind.${delivery.kind}`)} · ${t('log.title')} · ${t('title')}` }
}

export default async function DeliveryPage({ params }: Props) {
  const [t, { id, deliveryId }, caller] = await Promise.all([getT('webhooks'), params, getPageCaller('admin')])
  const [{ data: subscription }, { data: delivery }] = await orNotFound(
    Promise.all([caller.webhookConsole.get({ id }), caller.webhookConsole.delivery({ id: deliveryId })]),
  )
  if (delivery.subscriptionId !== subscription.id) notFound()
  const { hookUrl, headers, body, attempts } = delivery
  const request = { hookUrl, headers, body }
  return (
    <ClientMessages namespaces={['webhooks']}>
      {delivery.status === 'pending' && <AutoRefresh key={JSON.stringify(attempts)} />}
      <DeliveryHeader delivery={delivery} canResend={subscription.state === 'active'} />
      <Section title={t('delivery.attempts')}>
        <AttemptList delivery={delivery} />
      </Section>
      <Section
        title={t('delivery.request')}
        description={t('delivery.requestLead')}
        action={
          <div className="flex flex-wrap items-center gap-2">
            {attempts.some(({ signature }) => signature !== null) && (
              <Button size="small" asChild>
                <Link href={`/settings/webhooks/checker?delivery=${delivery.id}`}>
                  <ShieldCheck size={14} aria-hidden />
                  {t('delivery.check')}
                </Link>
              </Button>
            )}
            <CopyButton text={toCurlCommand(request)} label={t('delivery.copyCurl')} />
          </div>
        }
      >
        <DeliveryRequest request={request} />
      </Section>
    </ClientMessages>
  )
}
