import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '../ui/controls/link'

export async function PublicNotFoundPage() {
  const t = await getT('missing')
  return (
    <Page width="narrow">
      <PageHeader title={t('page.title')} description={t('page.body')} />
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link href="/">{t('home')}</Link>
        </Button>
        <Button asChild variant="ghost">
          <Link href="/docs">{t('guides')}</Link>
        </Button>
      </div>
    </Page>
  )
}
