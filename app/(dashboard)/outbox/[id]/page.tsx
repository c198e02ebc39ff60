import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { MessageContentTabs } from '@/components/outbox/message-content-tabs'
import { Badge } from '@/components/ui/content/badge'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Time } from '@/components/ui/content/time'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('outbox'), params, getPageCaller()])
  const { data: message } = await orNotFound(caller.outbox.get({ id }))
  return { title: `${message.subject ?? t('untitled', { recipient: message.recipient })} · ${t('title')}` }
}

export default async function MessagePage({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('outbox'), params, getPageCaller()])
  const { data: message } = await orNotFound(caller.outbox.get({ id }))
  return (
    <Page width="medium">
      <PageHeader
        title={message.subject ?? t('untitled', { recipient: message.recipient })}
        badge={<Badge tone="neutral">{t('notSent')}</Badge>}
        back={{ href: '/outbox', label: t('title') }}
      />
      <DefinitionList
        items={[
          { label: t('from'), value: message.sender },
          { label: t('to'), value: message.recipient },
          { label: t('columns.channel'), value: t(`channel.${message.channel}`) },
          { label: t('written'), value: <Time value={message.createdAt} as="datetime" /> },
        ]}
      />
      <ClientMessages namespaces={['outbox']}>
        <MessageContentTabs message={message} />
      </ClientMessages>
    </Page>
  )
}
