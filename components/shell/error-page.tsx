import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { Page, PageHeader } from '../ui/content/page'
import { Button } from '../ui/controls/button'
import { OpenSearchButton } from './open-search-button'

export type ErrorPageProps = {
  error: unknown
  retry: () => void
  canSearch?: boolean
}

export function ErrorPage({ error, retry, canSearch = false }: ErrorPageProps) {
  const t = useTranslations('common.failure')
  const common = useTranslations('common')
  const tab = `${t('title')} · ${common('product')}`
  // Metadata may be missing or stale after an error, so set the title here.
  useEffect(() => {
    document.title = tab
  }, [tab])
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null
  return (
    <Page width="narrow">
      <div role="alert">
        <PageHeader title={t('title')} description={t('body')} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={retry}>
          {t('action')}
        </Button>
        {canSearch && <OpenSearchButton>{t('find')}</OpenSearchButton>}
        <Button variant="ghost" asChild>
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- a whole load: what failed may be the part that stays between pages */}
          <a href="/">{t('home')}</a>
        </Button>
      </div>
      {digest !== null && <p className="figures text-13 text-ink-faint">{t('reference', { id: digest })}</p>}
    </Page>
  )
}
