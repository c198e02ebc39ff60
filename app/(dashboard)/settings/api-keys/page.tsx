import { KeyRound } from 'lucide-react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ApiKeyTable } from '@/components/settings/api-key-table'
import { CreateApiKeyDialog } from '@/components/settings/create-api-key-dialog'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('settings')
  return { title: `${t('apiKeys.title')} · ${t('title')}` }
}

export default async function ApiKeysPage() {
  const caller = await getPageCaller('admin')
  const { data: account } = await caller.account.get()
  const t = await getT('settings')
  const { data: keys } = await caller.apiKeys.list()
  return (
    <ClientMessages namespaces={['settings']}>
      <Section title={t('apiKeys.title')} description={t('apiKeys.lead')} action={<CreateApiKeyDialog />}>
        {keys.length > 0 ? (
          <ApiKeyTable keys={keys} />
        ) : (
          <EmptyState
            icon={KeyRound}
            title={t('apiKeys.emptyTitle')}
            example={
              <CodeBlock
                title={t('apiKeys.exampleTitle')}
                code={`curl ${account.baseUrl}/api/v1/contacts \\\n  -H 'X-API-Key: cfs_…'`}
              />
            }
          >
            {t('apiKeys.emptyBody')}
          </EmptyState>
        )}
      </Section>
    </ClientMessages>
  )
}
