import { UsersRound } from 'lucide-react'
import type { Metadata } from 'next'
import { DuplicateList } from '@/components/contacts/duplicates/duplicate-list'
import { getT } from '@/components/i18n/server'
import { ListPageTabs } from '@/components/master-data/list-page-tabs'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const [t, contacts] = await Promise.all([getT('merge'), getT('contacts')])
  return { title: `${t('duplicatesTitle')} · ${contacts('title')}` }
}

export default async function ContactDuplicatesPage() {
  const [t, caller] = await Promise.all([getT('merge'), getPageCaller()])
  const { data: duplicates } = await caller.contacts.duplicates({})
  return (
    <Page>
      <PageHeader title={t('duplicatesTitle')} description={t('duplicatesSentence')} />
      <ListPageTabs of="contacts" />
      {duplicates.length === 0 ? (
        <EmptyState icon={UsersRound} title={t('noDuplicatesTitle')}>
          {t('noDuplicatesSentence')}
        </EmptyState>
      ) : (
        <DuplicateList duplicates={duplicates} />
      )}
    </Page>
  )
}
