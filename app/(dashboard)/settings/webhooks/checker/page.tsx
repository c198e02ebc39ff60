import { Webhook } from 'lucide-react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { DetailHeader } from '@/components/settings/detail-header'
import { EmptyState } from '@/components/ui/content/empty-state'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { SignatureChecker } from '@/components/webhooks/signature-checker'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { searchParams: Promise<SearchParams> }

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('webhooks')
  return { title: `${t('checker.title')} · ${t('title')}` }
}

/** `delivery` prefills the checker with a recorded delivery; secrets are never part of the URL. */
export default async function SignatureCheckerPage({ searchParams }: Props) {
  const [t, params, caller] = await Promise.all([getT('webhooks'), searchParams, getPageCaller('admin')])
  const id = readTextParam(params, 'delivery')
  const delivery = id === undefined ? null : (await orNotFound(caller.webhookConsole.delivery({ id }))).data
  const { data: subscriptions } = await caller.webhookConsole.list({ page: 1, limit: 100 })
  const header = delivery?.headers['X-Service-Signature']
  return (
    <ClientMessages namespaces={['webhooks']}>
      <DetailHeader
        back={
          delivery
            ? {
                href: `/settings/webhooks/${delivery.subscriptionId}/deliveries/${delivery.id}`,
                label: t('checker.backToDelivery'),
              }
            : { href: '/settings/webhooks', label: t('head.back') }
        }
        title={t('checker.title')}
        description={t('checker.lead')}
      />
      {subscriptions.length > 0 ? (
        <SignatureChecker
          subscriptions={subscriptions.map(({ id: value, hookUrl }) => ({ id: value, hookUrl }))}
          {...(header === undefined ? {} : { header })}
          {...(delivery === null ? {} : { body: delivery.body, subscriptionId: delivery.subscriptionId })}
        />
      ) : (
        <EmptyState icon={Webhook} title={t('checker.none')}>
          {t('checker.noneBody')}
        </EmptyState>
      )}
    </ClientMessages>
  )
}
