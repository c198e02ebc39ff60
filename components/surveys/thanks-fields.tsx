import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { Textarea } from '@/components/ui/controls/textarea'
import { FormField } from '@/components/ui/forms/form'
import {
  BUTTON_LABEL_MAX_CHARACTERS,
  ENDING_TEXT_MAX_CHARACTERS,
  THANKS_URL_MAX_CHARACTERS,
  WORDING_MAX_CHARACTERS,
} from '@/server/surveys/constants'
import { otherLanguage } from '@/server/validation/languages'
import type { SurveyDraft, ThanksBand } from './draft-types'

type ThanksFieldsProps = {
  form: UseFormReturn<SurveyDraft>
  draft: SurveyDraft
  name: `endings.${number}` | `thanks.${ThanksBand}`
  areTextsOptional?: boolean
}

/** Of an ending or the thanks of a band. */
export function ThanksFields({ form: { control }, draft, name, areTextsOptional = false }: ThanksFieldsProps) {
  const t = useTranslations('surveys')
  const { language, isTranslated } = draft
  const other = otherLanguage(language)
  const first = {
    suffix: '',
    language,
    label: (field: 'endingTitle' | 'endingText' | 'buttonLabel') => t(field),
  } as const
  const second = {
    suffix: 'Translated',
    language: other,
    label: (field: 'endingTitle' | 'endingText' | 'buttonLabel') => t(`${field}In`, { language: other }),
  } as const
  const languages = isTranslated ? [first, second] : [first]
  const urlField = {
    type: 'url',
    inputMode: 'url',
    maxLength: THANKS_URL_MAX_CHARACTERS,
    placeholder: 'https://',
  } as const
  return (
    <div className="grid gap-4">
      {languages.map((one) => (
        <div key={one.language} className="grid gap-4">
          <FormField
            control={control}
            name={`${name}.title${one.suffix}`}
            label={one.label('endingTitle')}
            optional={areTextsOptional}
          >
            {(field) => <Input maxLength={WORDING_MAX_CHARACTERS} lang={one.language} {...field} />}
          </FormField>
          <FormField control={control} name={`${name}.text${one.suffix}`} label={one.label('endingText')} optional>
            {(field) => <Textarea rows={2} maxLength={ENDING_TEXT_MAX_CHARACTERS} lang={one.language} {...field} />}
          </FormField>
        </div>
      ))}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {languages.map((one) => (
          <FormField
            key={one.language}
            control={control}
            name={`${name}.buttonLabel${one.suffix}`}
            {...(one === first ? { errorPath: `${name}.button.label` } : {})}
            label={one.label('buttonLabel')}
            optional
          >
            {(field) => <Input maxLength={BUTTON_LABEL_MAX_CHARACTERS} lang={one.language} {...field} />}
          </FormField>
        ))}
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
