'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import { formatDurationSeconds } from '@/components/format'
import { Time } from '@/components/ui/content/time'
import type { TimelineStep } from '@/server/sequences/sending/schema'
import { Link } from '../ui/controls/link'
import { ReasonText } from './reason-text'
import { STEP_ICONS } from './step-icons'
import { StepStatusBadge } from './step-status-badge'

export function SendingTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  const t = useTranslations('sequences')
  if (steps.length === 0) return <p className="text-14 text-ink-soft">{t('sending.noSteps')}</p>
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <TimelineEntry key={step.stepId} step={step} isLast={index === steps.length - 1} />
      ))}
    </ol>
  )
}

function TimelineEntry({ step, isLast }: { step: TimelineStep; isLast: boolean }) {
  const t = useTranslations('sequences')
  const Icon = STEP_ICONS[step.type]
  const isUpcoming = step.status === 'upcoming'
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3">
      <span className="grid grid-rows-[32px_1fr] justify-items-center">
        <span
          className={`grid size-8 place-items-center rounded-full border bg-surface ${isUpcoming ? 'border-dashed text-ink-faint' : 'text-ink-soft'}`}
        >
          <Icon size={16} aria-hidden />
        </span>
        {!isLast && <span aria-hidden className="w-px bg-line-strong" />}
      </span>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] content-start gap-1 pt-1.5 text-14 wrap-anywhere ${isLast ? '' : 'pb-6'}`}
      >
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className={isUpcoming ? 'text-ink-soft' : 'font-medium'}>
            {t(`stepType.${step.type}`)}
            {step.survey && (
              <span className="font-normal text-ink-soft">
                {' · '}
                <bdi>{step.survey.name}</bdi>
              </span>
            )}
          </span>
          <StepStatusBadge status={step.status} />
          <StepTime step={step} />
        </p>
        {step.reason && (
          <p className="max-w-[70ch] text-ink-soft">
            <ReasonText reason={step.reason} />
          </p>
        )}
        <StepDetails step={step} />
      </div>
    </li>
  )
}

function StepTime({ step }: { step: TimelineStep }) {
  const t = useTranslations('sequences')
  const at = step.endedAt ?? step.sentAt
  if (at) return <Time value={at} className="text-13 text-ink-faint" />
  if (!step.dueAt) return null
  return (
    <span className="text-13 text-ink-faint">
      {t('sending.due')} <Time value={step.dueAt} />
    </span>
  )
}

function StepDetails({ step }: { step: TimelineStep }) {
  const t = useTranslations('sequences')
  const locale = useLocale()
  const { recipient, condition, delay, response } = step
  const wait = step.position === 0 ? 'sending.delayFirst' : 'sending.delay'
  const parts = [
    recipient && t('sending.to', { recipient }),
    delay !== null && delay > 0 && t(wait, { duration: formatDurationSeconds(delay, locale) }),
    condition !== null &&
      condition !== 'always' &&
      t('sending.condition', { condition: t(`conditionShort.${condition}`) }),
    condition === null && step.status !== 'upcoming' && t('sending.stepGone'),
    response?.status === 'partial' && t('sending.partial'),
  ].filter((part) => typeof part === 'string' && part !== '')
  return (
    <p className="flex flex-wrap gap-x-3 text-13 text-ink-faint empty:hidden">
      {parts.map((part) => (
        <span key={String(part)}>{part}</span>
      ))}
      {response?.counts && (
        <Link href={`/responses/${response.id}`} className="text-accent-text underline underline-offset-2">
          {t('sending.response')}
        </Link>
      )}
    </p>
  )
}
