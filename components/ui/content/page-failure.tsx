'use client'

import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../controls/button'
import { EmptyState } from './empty-state'
import { Page } from './page'

export type PageFailureProps = { error: Error & { digest?: string }; reset: () => void }

/** A page that failed. The log has the cause under the same reference. */
export function PageFailure({ error, reset }: PageFailureProps) {
  const t = useTranslations('common.failure')
  return (
    <Page width="narrow">
      <EmptyState
        icon={TriangleAlert}
        title={t('title')}
        action={
          <Button variant="primary" onClick={reset}>
            {t('action')}
          </Button>
        }
      >
        {t('body')}
        {error.digest !== undefined && (
          <span className="figures mt-2 block text-13 text-ink-faint">{t('reference', { id: error.digest })}</span>
        )}
      </EmptyState>
    </Page>
  )
}
