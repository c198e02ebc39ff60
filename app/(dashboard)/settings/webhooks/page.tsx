import { Webhook } from 'lucide-react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { Pagination } from '@/components/ui/lists/pagination'
import { readPageNumber, type SearchParams } from '@/components/ui/search-params'
import { AddSubscriptionDialog } from '@/components/webhooks/add-subscription-dialog'
import { SubscriptionTable } from '@/components/webhooks/subscription-table'
import { getPageCaller } from '@/server/api/session/page-caller'

type Props = { searchParams: Promise<SearchParams> }

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('webhooks'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function WebhooksPage({ searchParams }: Props) {
  const [caller, params] = await Promise.all([getPageCaller('admin'), searchParams])
  const { data: account } = await caller.account.get()
  const t = await getT('webhooks')
  const { data: subscriptions, meta } = await caller.webhookConsole.list({ page: readPageNumber(params), limit: 50 })
  return (
    <ClientMessages namespaces={['webhooks']}>
      <Section
        title={t('title')}
        description={
          <>
            {t('lead')} <TextLink href="/settings/webhooks/checker">{t('checkerLink')}</TextLink>
          </>
        }
        action={<AddSubscriptionDialog />}
      >
        {subscriptions.length > 0 ? (
          <SubscriptionTable subscriptions={subscriptions} />
        ) : (
          <EmptyState
            icon={Webhook}
            title={t('emptyTitle')}
            example={<CodeBlock title={t('emptyExample')} code={subscribeExample(account.baseUrl)} />}
          >
            {t('emptyBody')}
          </EmptyState>
        )}
        <Pagination meta={meta} path="/settings/webhooks" params={params} />
      </Section>
    </ClientMessages>
  )
}

function subscribeExample(baseUrl: string): string {
  const body = { hookUrl: 'https://example.com/webhooks', triggerType: 'new_response' }
  return [
    `curl ${baseUrl}/api/v1/webhooks/subscribe`,
    "  -H 'X-API-Key: cfs_…'",
    "  -H 'Content-Type: application/json'",
    `  -d '${JSON.stringify(body)}'`,
  ].join(' \\\n')
}
