import { getT } from '@/components/i18n/server'
import { Callout } from '@/components/ui/content/callout'
import type { SequenceStatus, SequenceWarnings } from '@/server/sequences/schema'
import type { FaultMessageValues } from './sequence-form-values'

export type SequenceWarningProps = { id: string; status: SequenceStatus; warnings: SequenceWarnings }

export async function SequenceWarning({ id, status, warnings }: SequenceWarningProps) {
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
            {t('warning.colon')} {t(`faults.${fault.code}`, fault.values as FaultMessageValues)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
