import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { FormField } from '@/components/ui/forms/form'
import {
  BUTTON_LABEL_MAX_CHARACTERS,
  ENDING_TEXT_MAX_CHARACTERS,
  THANKS_URL_MAX_CHARACTERS,
  WORDING_MAX_CHARACTERS,
} from '@/server/surveys/constants'
import type { SurveyDraft, ThanksBand } from './draft-types'
import { WordingField } from './wording-field'

type ThanksFieldsProps = {
  form: UseFormReturn<SurveyDraft>
  name: `endings.${number}` | `thanks.${ThanksBand}`
  areTextsOptional?: boolean
}

/** Of an ending or the thanks of a band. */
export function ThanksFields({ form, name, areTextsOptional = false }: ThanksFieldsProps) {
  const t = useTranslations('surveys')
  const { control } = form
  const urlField = {
    type: 'url',
    inputMode: 'url',
    maxLength: THANKS_URL_MAX_CHARACTERS,
    placeholder: 'https://',
  } as const
  return (
    <div className="grid gap-4">
      <WordingField
        form={form}
        name={`${name}.title`}
        label={t('endingTitle')}
        optional={areTextsOptional}
        maxLength={WORDING_MAX_CHARACTERS}
      />
      <WordingField
        form={form}
        name={`${name}.text`}
        label={t('endingText')}
        optional
        rows={2}
        maxLength={ENDING_TEXT_MAX_CHARACTERS}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <WordingField
          form={form}
          name={`${name}.buttonLabel`}
          errorPath={`${name}.button.label`}
          label={t('buttonLabel')}
          optional
          maxLength={BUTTON_LABEL_MAX_CHARACTERS}
        />
        <FormField
          control={control}
          name={`${name}.buttonUrl`}
          errorPath={`${name}.button.url`}
          label={t('buttonUrl')}
          optional
        >
          {(field) => <Input {...urlField} {...field} />}
        </FormField>
      </div>
      <FormField
        control={control}
        name={`${name}.redirectUrl`}
        label={t('redirectUrl')}
        help={t('redirectHelp')}
        optional
      >
        {(field) => <Input {...urlField} {...field} />}
      </FormField>
    </div>
  )
}
