import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import {
  BUTTON_TEXT_MAX_CHARACTERS,
  DELAY_SECONDS_MAX,
  EVENT_MAX_CHARACTERS,
  WIDGET_COOLDOWN_DAYS_MAX,
} from '@/server/survey-widgets/constants'
import type { SurveyWidget } from '@/server/survey-widgets/schema'
import { LANGUAGES } from '@/server/validation/languages'
import { Input } from '../ui/controls/input'
import { Textarea } from '../ui/controls/textarea'
import { Fieldset } from '../ui/forms/field'
import { FormField } from '../ui/forms/form'
import type { WidgetValues } from './widget-values'

type FieldsProps = { control: Control<WidgetValues> }

export function ButtonTextFields({ control }: FieldsProps) {
  const t = useTranslations('surveyWidgets')
  const common = useTranslations('common')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {LANGUAGES.map((language) => (
        <FormField
          key={language}
          control={control}
          name={`buttonText.${language}`}
          label={t('fields.buttonText', { language: common(`language.${language}`) })}
          optional
        >
          {(field) => <Input {...field} lang={language} maxLength={BUTTON_TEXT_MAX_CHARACTERS} autoComplete="off" />}
        </FormField>
      ))}
    </div>
  )
}

/** The paths of the pages that show it. */
export function PageFields({ control }: FieldsProps) {
  const t = useTranslations('surveyWidgets')
  return (
    <Fieldset label={t('fields.where')} className="gap-4">
      <FormField
        control={control}
        name="include"
        errorPath="rules.include"
        label={t('fields.include')}
        help={t('fields.includeHelp')}
        optional
      >
        {(field) => <Textarea {...field} rows={2} spellCheck={false} dir="ltr" />}
      </FormField>
      <FormField control={control} name="exclude" errorPath="rules.exclude" label={t('fields.exclude')} optional>
        {(field) => <Textarea {...field} rows={2} spellCheck={false} dir="ltr" />}
      </FormField>
    </Fieldset>
  )
}

/** Only a popover appears by itself: the others are there when the page is. */
export function TimeFields({ control, kind }: FieldsProps & { kind: SurveyWidget['kind'] }) {
  const t = useTranslations('surveyWidgets')
  return (
    <Fieldset label={t('fields.when')} className="gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {kind === 'popover' && (
          <>
            <FormField
              control={control}
              name="delaySeconds"
              errorPath="rules.delaySeconds"
              label={t('fields.delaySeconds')}
            >
              {(field) => <Input type="number" inputMode="numeric" min={0} max={DELAY_SECONDS_MAX} {...field} />}
            </FormField>
            <FormField
              control={control}
              name="scrollPercent"
              errorPath="rules.scrollPercent"
              label={t('fields.scrollPercent')}
              help={t('fields.scrollHelp')}
              optional
            >
              {(field) => <Input type="number" inputMode="numeric" min={1} max={100} {...field} />}
            </FormField>
          </>
        )}
        <FormField
          control={control}
          name="sharePercent"
          errorPath="rules.sharePercent"
          label={t('fields.sharePercent')}
          help={t('fields.shareHelp')}
        >
          {(field) => <Input type="number" inputMode="numeric" min={1} max={100} {...field} />}
        </FormField>
        <FormField
          control={control}
          name="cooldownDays"
          errorPath="rules.cooldownDays"
          label={t('fields.cooldownDays')}
          help={t('fields.cooldownHelp')}
        >
          {(field) => <Input type="number" inputMode="numeric" min={0} max={WIDGET_COOLDOWN_DAYS_MAX} {...field} />}
        </FormField>
      </div>
      {kind === 'popover' && (
        <FormField
          control={control}
          name="event"
          errorPath="rules.event"
          label={t('fields.event')}
          help={t('fields.eventHelp')}
          optional
        >
          {(field) => (
            <Input {...field} maxLength={EVENT_MAX_CHARACTERS} autoComplete="off" autoCapitalize="none" dir="ltr" />
          )}
        </FormField>
      )}
    </Fieldset>
  )
}
