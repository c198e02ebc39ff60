import type { Metadata } from 'next'
import { PastImports } from '@/components/contact-imports/past-imports'
import { UploadForm } from '@/components/contact-imports/upload-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata(): Promise<Metadata> {
  const [t, contacts] = await Promise.all([getT('imports'), getT('contacts')])
  return { title: `${t('title')} · ${contacts('title')}` }
}

export default async function ImportContactsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, contacts, params, caller] = await Promise.all([
    getT('imports'),
    getT('contacts'),
    searchParams,
    getPageCaller(),
  ])
  const { data, meta } = await caller.contactImports.list({ page: readPageNumber(params), limit: 20 })
  return (
    <Page width="medium">
      <PageHeader
        title={t('title')}
        description={t('sentence')}
        back={{ href: '/contacts', label: contacts('title') }}
      />
      <ClientMessages namespaces={['imports']}>
        <UploadForm initialRecords={readTextParam(params, 'records')} />
      </ClientMessages>
      {meta.total > 0 && <PastImports imports={data} meta={meta} params={params} />}
    </Page>
  )
}
