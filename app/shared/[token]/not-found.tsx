import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'

export default async function SharedResultsNotFound() {
  const t = await getT('sharedResults')
  return (
    <Page width="narrow">
      <PageHeader title={t('page.unknownTitle')} description={t('page.unknownBody')} />
    </Page>
  )
}
