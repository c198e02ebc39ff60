'use client'

import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'

/** A page that failed. The log has the cause under the same reference. */
export default function PageFailure({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
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
