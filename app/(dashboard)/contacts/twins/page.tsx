import { UsersRound } from 'lucide-react'
import type { Metadata } from 'next'
import { TwinList } from '@/components/contacts/twins/twin-list'
import { getT } from '@/components/i18n/server'
import { ListPageTabs } from '@/components/master-data/list-page-tabs'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const [t, contacts] = await Promise.all([getT('merge'), getT('contacts')])
  return { title: `${t('twinsTitle')} · ${contacts('title')}` }
}

export default async function ContactTwinsPage() {
  const [t, caller] = await Promise.all([getT('merge'), getPageCaller()])
  const { data: twins } = await caller.contacts.twins({})
  return (
    <Page>
      <PageHeader title={t('twinsTitle')} description={t('twinsSentence')} />
      <ListPageTabs of="contacts" />
      {twins.length === 0 ? (
        <EmptyState icon={UsersRound} title={t('noTwinsTitle')}>
          {t('noTwinsSentence')}
        </EmptyState>
      ) : (
        <TwinList twins={twins} />
      )}
    </Page>
  )
}
