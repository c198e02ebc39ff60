import { SearchX } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getT } from '@/components/i18n/server'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('common'))('notFound.title') }
}

/** An address that leads nowhere. */
export default async function NotFound() {
  const t = await getT('common')
  return (
    <Page width="narrow">
      <EmptyState
        icon={SearchX}
        title={t('notFound.title')}
        action={
          <Button asChild>
            <Link href="/">{t('notFound.action')}</Link>
          </Button>
        }
      >
        {t('notFound.body')}
      </EmptyState>
    </Page>
  )
}
