import { CircleCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { FailuresSection } from '@/components/operations/failures-section'
import { HoldsSection } from '@/components/operations/holds-section'
import { OperationsStatus } from '@/components/operations/operations-status'
import { WaitingSection } from '@/components/operations/waiting-section'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  await getPageCaller('admin')
  return { title: (await getT('operations'))('title') }
}

export default async function OperationsPage() {
  const [t, caller] = await Promise.all([getT('operations'), getPageCaller('admin')])
  const { data: operations } = await caller.operations.get()
  const { waiting, faults, pauses, failures } = operations
  const isEmpty = waiting.length + faults.length + pauses.length + failures.length === 0
  return (
    <Page width="medium">
      {waiting.length > 0 && <AutoRefresh key={JSON.stringify(waiting)} />}
      <PageHeader title={t('title')} description={t('sentence')} />
      {isEmpty ? (
        <EmptyState icon={CircleCheck} title={t('status.goodTitle')}>
          {t('empty')}
        </EmptyState>
      ) : (
        <>
          <OperationsStatus operations={operations} />
          <HoldsSection faults={faults} pauses={pauses} />
          <WaitingSection waiting={waiting} />
          <FailuresSection failures={failures} />
        </>
      )}
    </Page>
  )
}
