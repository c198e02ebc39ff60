'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SitePreview } from '@/server/reviews/connections/schema'
import { BAD_REVIEW_MAX_RATING } from '@/server/reviews/constants'
import { InlineCode } from '../ui/content/code-block'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import { RadioGroup } from '../ui/controls/radio-group'
import { Fieldset } from '../ui/forms/field'
import { FormActions } from '../ui/forms/form'

/** @property history form field: whether reviews from before the connection are announced. */
type ConnectionResultProps = {
  result: Pick<SitePreview, 'total' | 'title'>
  history: { value: boolean; onChange: (announcesHistory: boolean) => void }
  children?: ReactNode
}

export function ConnectionTestResult({ result: { total, title }, history, children }: ConnectionResultProps) {
  const t = useTranslations('reviews.sources.found')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus, so that it is announced and scrolled into view.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] animate-appear gap-5 border-t pt-5">
      <div className="grid gap-0.5">
        <h3 id={id} ref={heading} tabIndex={-1} className="figures text-16 font-semibold outline-none">
          {total === null ? t('unknown') : t('reviews', { total })}
        </h3>
        {total === null && <p className="text-13 text-ink-soft">{t('unknownBody')}</p>}
        {title !== null && <p className="text-13 text-ink-soft">{t('title', { title })}</p>}
      </div>
      {total !== 0 && (
        <Fieldset label={t('history')}>
          <RadioGroup
            value={history.value ? 'announce' : 'silent'}
            onChange={(choice) => history.onChange(choice === 'announce')}
            options={[
              { value: 'announce', label: t('announce'), help: <AnnounceWords total={total} /> },
              { value: 'silent', label: t('silent'), help: t('silentHelp') },
            ]}
          />
        </Fieldset>
      )}
      {children}
    </section>
  )
}

function AnnounceWords({ total }: { total: number | null }) {
  const t = useTranslations('reviews.sources.found')
  const names = {
    review: () => <InlineCode key="review">new_review</InlineCode>,
    bad: () => <InlineCode key="bad">bad_review</InlineCode>,
    stars: BAD_REVIEW_MAX_RATING,
  }
  return total === null ? t.rich('announceUnknown', names) : t.rich('announceCount', { ...names, total })
}

export function ConnectionFormActions({ children }: { children: ReactNode }) {
  const t = useTranslations('common')
  return (
    <FormActions>
      {children}
      <Button variant="ghost" asChild>
        <Link href="/settings/review-sources/new">{t('cancel')}</Link>
      </Button>
    </FormActions>
  )
}
