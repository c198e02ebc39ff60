import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { SurveyDraft } from './draft-types'

const HiddenFieldsEditor = dynamic(() => import('./hidden-fields-editor').then((module) => module.HiddenFieldsEditor))

type HiddenFieldsSectionProps = { form: UseFormReturn<SurveyDraft>; draft: SurveyDraft }

/** Its fields load once it is opened, or if the survey has hidden fields, which show errors. */
export function HiddenFieldsSection({ form, draft }: HiddenFieldsSectionProps) {
  const t = useTranslations('surveys.hiddenFields')
  const [isLoaded, setIsLoaded] = useState(draft.fields.length > 0)
  return (
    <details onToggle={() => setIsLoaded(true)}>
      <summary className="w-fit cursor-pointer text-13 font-medium">{t('title')}</summary>
      <div className="pt-3">{isLoaded && <HiddenFieldsEditor form={form} draft={draft} />}</div>
    </details>
  )
}
