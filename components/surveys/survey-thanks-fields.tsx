import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Fieldset } from '@/components/ui/forms/field'
import { type SurveyDraft, THANKS_BANDS } from './draft-types'
import { ThanksFields } from './thanks-fields'

/** The thanks of each band of scores, or the only one of a survey without a score. */
export function SurveyThanksFields({ form, draft }: { form: UseFormReturn<SurveyDraft>; draft: SurveyDraft }) {
  const t = useTranslations('surveys')
  const bands = draft.type === 'custom' ? (['plain'] as const) : THANKS_BANDS
  return (
    <div className="grid gap-3">
      <p className="text-13 text-ink-faint">{t('fields.thanksHelp')}</p>
      {bands.map((band) => (
        <div key={band} className="rounded-card border bg-surface p-4">
          <Fieldset label={t(`thanksAfter.${band}`)}>
            <ThanksFields form={form} name={`thanks.${band}`} areTextsOptional />
          </Fieldset>
        </div>
      ))}
      <p className="text-13 text-ink-faint">{t('thanksReviews')}</p>
    </div>
  )
}
