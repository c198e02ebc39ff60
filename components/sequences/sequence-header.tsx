import type { ReactNode } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Callout } from '@/components/ui/content/callout'
import { PageHeader } from '@/components/ui/content/page'
import { LinkTabs } from '@/components/ui/controls/link-tabs'
import type { SequenceDetail, SequenceWarnings } from '@/server/sequences/schema'
import type { FormErrorMessageValues } from './find-sequence-form-errors'
import { LazySequenceActions } from './lazy-sequence-actions'
import { type SendingCounts, sumSendingCounts } from './sending-counts'
import { SEQUENCE_STATUS_TONES } from './status-tones'

type SequenceHeaderProps = {
  sequence: SequenceDetail
  counts: SendingCounts
  warnings: SequenceWarnings
  action?: ReactNode
}

export async function SequenceHeader({ sequence, counts, warnings, action }: SequenceHeaderProps) {
  const [t, entry, forecast, results] = await Promise.all([
    getT('sequences'),
    getT('entry'),
    getT('forecast'),
    getT('sequenceResults'),
  ])
  return (
    <>
      <PageHeader
        title={sequence.name}
        description={sequence.description}
        badge={<Badge tone={SEQUENCE_STATUS_TONES[sequence.status]}>{t(`status.${sequence.status}`)}</Badge>}
        back={{ href: '/sequences', label: t('title') }}
        actions={
          <>
            <ClientMessages namespaces={['sequences']}>
              <LazySequenceActions
                id={sequence.id}
                name={sequence.name}
                status={sequence.status}
                activeSendings={sumSendingCounts(counts, 'queued', 'running')}
              />
            </ClientMessages>
            {action}
          </>
        }
      />
      <LinkTabs
        label={t('tabs.label')}
        tabs={[
          { href: `/sequences/${sequence.id}/results`, label: results('tab') },
          { href: `/sequences/${sequence.id}`, label: t('tabs.steps'), count: sequence.steps.length },
          { href: `/sequences/${sequence.id}/entry`, label: entry('tab') },
          { href: `/sequences/${sequence.id}/forecast`, label: forecast('tab') },
          { href: `/sequences/${sequence.id}/sendings`, label: t('tabs.people'), count: sumSendingCounts(counts) },
        ]}
      />
      <SequenceWarning sequence={sequence} warnings={warnings} />
    </>
  )
}

async function SequenceWarning({ sequence: { id, status }, warnings }: Omit<SequenceHeaderProps, 'counts' | 'action'>) {
  const t = await getT('sequences')
  const { pauseReason, texts } = warnings
  if (status === 'archived' || (texts.length === 0 && pauseReason === null)) return null
  if (texts.length === 0) return <Callout title={t('warning.mendedTitle')}>{t('warning.mended')}</Callout>
  const isPaused = pauseReason === 'texts'
  return (
    <Callout tone="neutral" title={isPaused ? t('warning.pausedTitle') : t('warning.title')}>
      <p>{isPaused ? t('warning.paused') : status === 'active' ? t('warning.active') : t('warning.inactive')}</p>
      <ul className="mt-1 list-disc pl-5">
        {texts.map(({ step, field, language, fault }) => (
          <li key={`${step}.${field}.${language ?? ''}`}>
            <a href={`/sequences/${id}#step-${step + 1}`} className="text-accent-text underline underline-offset-2">
              {t('step', { number: step + 1 })}
            </a>
            , {t(`warning.field.${field}${language === 'fr' ? 'Fr' : ''}`)}
            {t('warning.colon')} {t(`faults.${fault.code}`, fault.values as FormErrorMessageValues)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
