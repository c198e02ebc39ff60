import { Plus, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { RadioGroup } from '@/components/ui/controls/radio-group'
import { Fieldset } from '@/components/ui/forms/field'
import { MAX_ENDINGS } from '@/server/surveys/constants'
import { isWritten } from './draft-texts'
import type { SurveyDraft } from './draft-types'
import { createEndingDraft } from './survey-draft'

const SurveyThanksFields = dynamic(() => import('./survey-thanks-fields').then((module) => module.SurveyThanksFields))
const ThanksFields = dynamic(() => import('./thanks-fields').then((module) => module.ThanksFields))

type SurveyFlowFieldsProps = { form: UseFormReturn<SurveyDraft>; draft: SurveyDraft }

/** How many questions a page has, and what follows the last one. */
export function SurveyFlowFields({ form, draft }: SurveyFlowFieldsProps) {
  const t = useTranslations('surveys')
  return (
    <>
      <Fieldset label={t('fields.layout')}>
        <RadioGroup
          value={draft.layout}
          className="sm:grid-cols-2"
          onChange={(layout) => form.setValue('layout', layout, { shouldDirty: true })}
          options={(['all', 'one'] as const).map((value) => ({
            value,
            label: t(`layouts.${value}`),
            help: t(`layoutHelp.${value}`),
          }))}
        />
      </Fieldset>
      <ThanksSection form={form} draft={draft} />
      <EndingListEditor form={form} />
    </>
  )
}

/** Its fields load once it is opened, or if the survey has thanks of its own, whose fields show errors. */
function ThanksSection({ form, draft }: SurveyFlowFieldsProps) {
  const t = useTranslations('surveys')
  const [isLoaded, setIsLoaded] = useState(() =>
    Object.values(draft.thanks).some(
      ({ title, text, buttonLabel, buttonUrl, redirectUrl }) =>
        [title, text, buttonLabel].some(isWritten) || buttonUrl + redirectUrl !== '',
    ),
  )
  return (
    <details onToggle={() => setIsLoaded(true)}>
      <summary className="w-fit cursor-pointer text-13 font-medium">{t('fields.thanks')}</summary>
      <div className="pt-3">{isLoaded && <SurveyThanksFields form={form} draft={draft} />}</div>
    </details>
  )
}

function EndingListEditor({ form }: Pick<SurveyFlowFieldsProps, 'form'>) {
  const t = useTranslations('surveys')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'endings', keyName: 'key' })
  return (
    <Fieldset label={t('fields.endings')} help={t('fields.endingsHelp')} helpFirst>
      {fields.map((field, index) => (
        <div
          key={field.key}
          role="group"
          aria-label={t('endingNumber', { number: index + 1 })}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-card border bg-surface p-4"
        >
          <ThanksFields form={form} name={`endings.${index}`} />
          <IconButton
            icon={X}
            size="small"
            label={t('removeEnding', { number: index + 1 })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {fields.length < MAX_ENDINGS && (
        <div>
          <Button variant="ghost" size="small" onClick={() => append(createEndingDraft())}>
            <Plus size={14} aria-hidden />
            {t('addEnding')}
          </Button>
        </div>
      )}
    </Fieldset>
  )
}
