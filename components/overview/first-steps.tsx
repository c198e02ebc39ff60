import { Check } from 'lucide-react'
import Link from 'next/link'
import { getT } from '@/components/i18n/server'
import { Button } from '@/components/ui/controls/button'
import type { Overview } from '@/server/overview/schema'

/** What stands between a new organization and its first answer. */
export async function FirstSteps({ totals }: { totals: Overview['totals'] }) {
  const t = await getT('overview')
  const steps = [
    { key: 'survey', href: '/surveys/new', isDone: totals.survey > 0 },
    { key: 'sequence', href: '/sequences/new', isDone: totals.sequence > 0 },
    { key: 'contact', href: '/sequences', isDone: false },
  ] as const
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="first-steps" className="grid max-w-[720px] gap-4">
      <div className="grid gap-1">
        <h2 id="first-steps" className="text-16 font-semibold">
          {t('startTitle')}
        </h2>
        <p className="text-14 text-ink-soft">{t('startSentence')}</p>
      </div>
      <ol className="divide-y rounded-card border bg-surface">
        {steps.map(({ key, href, isDone }, index) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
            <span className="figures flex size-7 shrink-0 items-center justify-center rounded-full border text-13 font-medium">
              {isDone ? <Check size={14} aria-label={t('done')} className="text-positive-text" /> : index + 1}
            </span>
            <div className="grid min-w-48 flex-1 gap-0.5">
              <h3 className="text-14 font-medium">{t(`steps.${key}.title`)}</h3>
              <p className="text-13 text-ink-soft">{t(`steps.${key}.body`)}</p>
            </div>
            {!isDone && (
              <Button variant={next?.key === key ? 'primary' : 'secondary'} asChild>
                <Link href={href}>{t(`steps.${key}.action`)}</Link>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
