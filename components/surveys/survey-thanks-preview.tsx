import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import type { Language } from '@/server/validation/schema'
import { type SurveyDraft, THANKS_BANDS } from './draft-types'
import { toPreviewInput } from './survey-input'
import { SurveyPagePreview } from './survey-page-preview'

export function SurveyThanksPreview({ draft, language }: { draft: SurveyDraft; language: Language }) {
  const t = useTranslations('surveys')
  const bands = draft.type === 'custom' ? (['plain'] as const) : THANKS_BANDS
  const { endings = [] } = toPreviewInput(draft)
  const pages = [
    ...bands.map((band) => ({ value: band as string, label: t(`thanksAfter.${band}`) })),
    ...endings.map(({ id }, index) => ({ value: `ending:${id}`, label: t('endingNumber', { number: index + 1 }) })),
  ]
  const [chosen, setChosen] = useState<string>()
  const page = pages.find(({ value }) => value === chosen)?.value ?? pages[0]?.value ?? 'plain'
  return (
    <>
      <Field label={t('thanksPreview')}>
        <Select value={page} options={pages} onChange={({ target }) => setChosen(target.value)} />
      </Field>
      <SurveyPagePreview draft={draft} language={language} page={page} />
    </>
  )
}
