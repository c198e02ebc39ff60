'use client'

import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ComponentProps, useEffect, useState } from 'react'
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { usePropertyPlaceholders } from '@/components/contact-properties/property-placeholders'
import { Button, type ButtonProps } from '@/components/ui/controls/button'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { TextLink } from '@/components/ui/controls/text-link'
import { FormField } from '@/components/ui/forms/form'
import {
  FIRST_NAME_PLACEHOLDER,
  PlaceholderInput,
  PlaceholderTextarea,
} from '@/components/ui/forms/placeholder-textarea'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { STEP_CONDITIONS } from '@/server/sequences/constants'
import { otherLanguage } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'
import {
  listStepLanguages,
  NEW_SURVEY_ID,
  ONE_EMPTY_CONDITION,
  repeatsSurveyOfEarlierStep,
  type SequenceValues,
  type SurveyChoice,
} from './sequence-form-values'
import type { SmsLengthHint } from './sms-length-hint'

// Loads with the first condition.
const StepConditions = dynamic(() => import('./conditions/step-conditions').then((module) => module.StepConditions))

export type StepFieldsProps = {
  form: UseFormReturn<SequenceValues>
  index: number
  surveys: readonly SurveyChoice[]
  mayEditWebhooks: boolean
}

export function StepFields({ form, index, surveys, mayEditWebhooks }: StepFieldsProps) {
  const t = useTranslations('sequences')
  const { control } = form
  const step = useWatch({ control, name: `steps.${index}` })
  const [hasText, setHasText] = useState(
    listStepLanguages(step).some((one) => step.subject[one] + step.body[one] !== ''),
  )
  const [hasWebhook, setHasWebhook] = useState(step.type === 'wait' || step.webhookUrl !== '')
  const showsText = step.type === 'email' || step.type === 'sms' || (step.type === 'survey' && hasText)
  return (
    <div className="grid gap-4">
      {(step.type === 'survey' || step.type === 'sms') && (
        <SurveyField
          control={control}
          index={index}
          surveys={surveys}
          optional={step.type === 'sms'}
          onChoose={() => {
            const isReminder = repeatsSurveyOfEarlierStep(form.getValues('steps'), index)
            if (isReminder && step.condition === 'always') form.setValue(`steps.${index}.condition`, 'not_answered')
          }}
        />
      )}
      {showsText && <TextFields control={control} index={index} mayEditWebhooks={mayEditWebhooks} />}
      <ConditionField control={control} index={index} />
      {step.conditions && <StepConditions form={form} index={index} surveys={surveys} />}
      {hasWebhook && <WebhookField control={control} index={index} mayEditWebhooks={mayEditWebhooks} />}
      <div className="-ml-2.5 flex flex-wrap gap-1 *:h-auto *:min-h-7 *:max-w-full *:py-1 *:text-left *:whitespace-normal empty:hidden">
        {step.type === 'survey' && !hasText && (
          <AddButton onClick={() => setHasText(true)}>{t('fields.ownWords')}</AddButton>
        )}
        {!step.conditions && (
          <AddButton
            data-focus={`only-if-${index}`}
            onClick={() => form.setValue(`steps.${index}.conditions`, ONE_EMPTY_CONDITION, { shouldDirty: true })}
          >
            {t('onlyIf')}
          </AddButton>
        )}
        {!hasWebhook && mayEditWebhooks && step.type !== 'fork' && (
          <AddButton onClick={() => setHasWebhook(true)}>{t('fields.addWebhook')}</AddButton>
        )}
      </div>
    </div>
  )
}

function AddButton({ children, ...button }: ButtonProps) {
  return (
    <Button variant="ghost" size="small" {...button}>
      <Plus size={14} aria-hidden />
      {children}
    </Button>
  )
}

type StepFieldProps = Omit<StepFieldsProps, 'form'> & { control: Control<SequenceValues> }

function WebhookField({ control, index, mayEditWebhooks }: Omit<StepFieldProps, 'surveys'>) {
  const t = useTranslations('sequences')
  const type = useWatch({ control, name: `steps.${index}.type` })
  return (
    <FormField
      control={control}
      name={`steps.${index}.webhookUrl`}
      label={t('fields.webhook')}
      help={mayEditWebhooks ? t('fields.webhookHelp') : t('fields.webhookFixed')}
      optional={type !== 'wait' && mayEditWebhooks}
    >
      {(field) => (
        <Input
          type="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          readOnly={!mayEditWebhooks}
          {...field}
        />
      )}
    </FormField>
  )
}

function ConditionField({ control, index }: Pick<StepFieldProps, 'control' | 'index'>) {
  const t = useTranslations('sequences')
  const steps = useWatch({ control, name: 'steps' })
  const isUnconditional = steps[index]?.condition === 'always'
  // A fork says it with its other conditions.
  if (isUnconditional && (index === 0 || steps[index]?.type === 'fork')) return null
  const help = isUnconditional ? repeatsSurveyOfEarlierStep(steps, index) && t('askedAgain') : t('conditionHelp')
  return (
    <FormField
      control={control}
      name={`steps.${index}.condition`}
      label={t('fields.condition')}
      {...(help ? { help } : {})}
    >
      {(field) => (
        <Select {...field} options={STEP_CONDITIONS.map((value) => ({ value, label: t(`condition.${value}`) }))} />
      )}
    </FormField>
  )
}

type SurveyFieldProps = Omit<StepFieldProps, 'mayEditWebhooks'> & { optional: boolean; onChoose: () => void }

function SurveyField({ control, index, surveys, optional, onChoose }: SurveyFieldProps) {
  const t = useTranslations('sequences')
  const isNew = useWatch({ control, name: `steps.${index}.surveyId` }) === NEW_SURVEY_ID
  // Its link opens a new tab, because the form is unsaved.
  const noSurveys = surveys.length === 0 && (
    <>
      {t('fields.noSurveys')}{' '}
      <TextLink href="/surveys/new" target="_blank">
        {t('fields.createSurvey')}
      </TextLink>
    </>
  )
  return (
    <FormField
      control={control}
      name={`steps.${index}.surveyId`}
      label={optional ? t('fields.surveyLink') : t('fields.survey')}
      help={optional ? t('fields.surveyLinkHelp') : isNew ? t('fields.newSurveyHelp') : noSurveys}
    >
      {(field) => (
        <Select
          {...field}
          onChange={(event) => {
            field.onChange(event)
            onChoose()
          }}
          placeholder={optional ? t('fields.noLink') : true}
          options={surveys.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </FormField>
  )
}

/** Loads with the first text message. If it cannot be loaded, the form stays as it is. */
function LazySmsLengthHint(props: ComponentProps<typeof SmsLengthHint>) {
  const { code, preload } = useLazyModule(async () => import('./sms-length-hint'))
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(() => preload(), [])
  return code && <code.SmsLengthHint {...props} />
}

function TextFields({ control, index, mayEditWebhooks }: Omit<StepFieldProps, 'surveys'>) {
  const t = useTranslations('sequences')
  const step = useWatch({ control, name: `steps.${index}` })
  const { type, body } = step
  const isSurvey = type === 'survey'
  const propertyPlaceholders = usePropertyPlaceholders()
  const listNames = (language: Language) => [
    { text: FIRST_NAME_PLACEHOLDER[language], label: t('placeholders.firstName') },
    { text: '{{lastName}}', label: t('placeholders.lastName') },
    { text: '{{organization}}', label: t('placeholders.organization') },
  ]
  const listPlaceholders = (language: Language) => [
    ...listNames(language),
    // Survey emails include the question already.
    ...(isSurvey
      ? []
      : [
          { text: '{{surveyLink}}', label: t('placeholders.surveyLink') },
          { text: '{{reviewLinks}}', label: t('placeholders.reviewLinks') },
        ]),
    ...propertyPlaceholders,
  ]
  const languages = listStepLanguages(step)
  const isFirst = (language: Language) => language === step.language
  const describeBody = (language: Language) => {
    if (isSurvey) return isFirst(language) && t('fields.introHelp')
    const reviewLinks = mayEditWebhooks && body[language].includes('reviewLinks') && (
      // In a new tab, because the form is unsaved.
      <TextLink href="/settings/reviews" target="_blank">
        {t('fields.editReviewLinks')}
      </TextLink>
    )
    if (type !== 'sms') return reviewLinks
    return (
      <>
        <LazySmsLengthHint text={body[language]} hasSurvey={step.surveyId !== ''} /> {reviewLinks}
      </>
    )
  }
  return (
    <>
      {type !== 'sms' &&
        languages.map((language) => (
          <FormField
            key={language}
            control={control}
            name={`steps.${index}.subject.${language}`}
            label={isFirst(language) ? t('fields.subject') : t('fields.subjectIn', { language })}
            optional={isSurvey}
            {...(isSurvey && isFirst(language) ? { help: t('fields.ownSubjectHelp') } : {})}
          >
            {(field) => (
              <PlaceholderInput
                autoComplete="off"
                lang={language}
                placeholders={[...listNames(language), ...propertyPlaceholders]}
                {...field}
              />
            )}
          </FormField>
        ))}
      {languages.map((language) => (
        <FormField
          key={language}
          control={control}
          name={`steps.${index}.body.${language}`}
          label={isFirst(language) ? t(isSurvey ? 'fields.intro' : 'fields.body') : t('fields.bodyIn', { language })}
          optional={isSurvey}
          help={describeBody(language)}
        >
          {(field) => (
            <PlaceholderTextarea
              rows={isSurvey ? 2 : 5}
              lang={language}
              placeholders={listPlaceholders(language)}
              {...field}
            />
          )}
        </FormField>
      ))}
      <Controller
        control={control}
        name={`steps.${index}.bilingual`}
        render={({ field }) => (
          <Checkbox
            label={t('fields.bilingual', { language: otherLanguage(step.language) })}
            checked={field.value}
            onChange={(checked) => field.onChange(checked)}
          />
        )}
      />
    </>
  )
}
