'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SiteFound } from '@/server/reviews/connections/schema'
import { BAD_REVIEW_MAX_RATING } from '@/server/reviews/vocabulary'
import { Code } from '../ui/content/code-block'
import { RadioGroup } from '../ui/controls/radio-group'
import { Fieldset } from '../ui/forms/field'

export type FoundPartProps = {
  found: Pick<SiteFound, 'total' | 'title'>
  announcesHistory: boolean
  onAnnounce: (announcesHistory: boolean) => void
  children?: ReactNode
}

export function FoundPart({ found: { total, title }, announcesHistory, onAnnounce, children }: FoundPartProps) {
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
            value={announcesHistory ? 'announce' : 'silent'}
            onChange={(choice) => onAnnounce(choice === 'announce')}
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
    review: () => <Code key="review">new_review</Code>,
    bad: () => <Code key="bad">bad_review</Code>,
    stars: BAD_REVIEW_MAX_RATING,
  }
  return total === null ? t.rich('announceUnknown', names) : t.rich('announceCount', { ...names, total })
}
