import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { OutcomeBadge } from '@/components/sequences/trigger/outcome-badge'
import { ReplayButton } from '@/components/sequences/trigger/replay-buttons'
import { RequestContent } from '@/components/sequences/trigger/request-content'
import { RequestFacts } from '@/components/sequences/trigger/request-facts'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string; requestId: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('trigger'), params, getPageCaller()])
  return { title: `${t('request')} · ${(await orNotFound(caller.sequences.get({ id }))).data.name}` }
}

export default async function TriggerRequestPage({ params }: Props) {
  const [t, { id: sequenceId, requestId: id }, caller] = await Promise.all([getT('trigger'), params, getPageCaller()])
  const { data: request } = await orNotFound(caller.triggerAddresses.request({ sequenceId, id }))
  const { data: address } = await caller.triggerAddresses.get({ sequenceId })
  const path = `/sequences/${sequenceId}/entry/trigger`
  const canReplay = address?.isActive && request.hasBody && !request.isReplayed && request.outcome !== null
  return (
    <Page width="narrow">
      <ClientMessages namespaces={['trigger']}>
        {request.outcome === null && <AutoRefresh />}
        <PageHeader
          title={t('request')}
          badge={<OutcomeBadge outcome={request.outcome} />}
          back={{ href: `${path}/requests`, label: t('logTitle') }}
          actions={
            <>
              {request.hasBody && (
                <Button asChild>
                  <Link href={`${path}?sample=${id}`}>{t('useAsSample')}</Link>
                </Button>
              )}
              {canReplay && <ReplayButton sequenceId={sequenceId} id={id} />}
            </>
          }
        />
        <RequestFacts sequenceId={sequenceId} request={request} />
        <RequestContent request={request} />
      </ClientMessages>
    </Page>
  )
}
