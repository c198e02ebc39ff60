import { SearchX } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getT } from '@/components/i18n/server'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Page } from '@/components/ui/page'

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
