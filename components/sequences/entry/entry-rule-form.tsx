'use client'

import { type Control, Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { Fieldset } from '@/components/ui/forms/field'
import { Form, FormActions, FormField } from '@/components/ui/forms/form'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import { useMutationAction } from '@/components/use-mutation-action'
import { CREATION_WAYS, ENTRY_TYPES, SAMPLE_MAX } from '@/server/sequences/entry/constants'
import type { EntryRule } from '@/server/sequences/entry/schema'
import { SCORE_BANDS } from '@/server/surveys/constants'
import type { SuggestedCause } from '../templates/sequence-templates'
import type { EntryChoices } from './describe-entry-rule'
import { type EntryRuleValues, toEntryRuleInput, toEntryRuleValues, toSuggestedValues } from './entry-rule-values'

/** @property rule the one to edit; omit to add one @property suggestion fills a new one */
export type EntryRuleFormProps = {
  sequenceId: string
  rule?: EntryRule
  suggestion?: SuggestedCause
  choices: EntryChoices
  onSaved: () => void
}

export function EntryRuleForm({ sequenceId, rule, suggestion, choices, onSaved }: EntryRuleFormProps) {
  const t = useTranslations('entry')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm<EntryRuleValues>({
    defaultValues: suggestion ? toSuggestedValues(suggestion) : toEntryRuleValues(rule),
  })
  const { control } = form
  const type = useWatch({ control, name: 'cause.type' })
  const isAudience = type === 'segment_entered'

  const save = async (values: EntryRuleValues) =>
    perform(async () => {
      await trpc.entryRules.save.mutate({ ...(rule ? { id: rule.id } : {}), sequenceId, ...toEntryRuleInput(values) })
      onSaved()
      return { success: t(rule ? 'saved' : 'created') }
    })

  return (
    <Form form={form} onSubmit={save}>
      <FormField control={control} name="cause.type" label={t('fields.type')}>
        {(field) => <Select {...field} options={ENTRY_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))} />}
      </FormField>
      <CauseFields form={form} type={type} choices={choices} />
      <FormField
        control={control}
        name="segmentId"
        label={isAudience ? t('fields.segmentEntered') : t('fields.segment')}
        {...(choices.segments.length === 0 ? { help: t('fields.noSegments') } : {})}
      >
        {(field) => (
          <Select
            {...field}
            placeholder={isAudience ? true : t('fields.anyone')}
            options={choices.segments.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </FormField>
      {type !== 'recurring' && <ReentryFields control={control} />}
      <FormField control={control} name="sampleOneIn" label={t('fields.sample')} help={t('fields.sampleHelp')}>
        {(field) => <Input type="number" inputMode="numeric" min={1} max={SAMPLE_MAX} {...field} />}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{rule ? common('save') : t('add')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

function ReentryFields({ control }: { control: Control<EntryRuleValues> }) {
  const t = useTranslations('entry')
  const reentry = useWatch({ control, name: 'reentry' })
  return (
    <>
      <FormField control={control} name="reentry" label={t('fields.reentry')}>
        {(field) => (
          <Select
            {...field}
            options={(['never', 'days', 'always'] as const).map((value) => ({ value, label: t(`reentry.${value}`) }))}
          />
        )}
      </FormField>
      {reentry === 'days' && (
        <FormField control={control} name="reentryDays" label={t('fields.reentryDays')}>
          {(field) => <Input type="number" inputMode="numeric" min={1} {...field} />}
        </FormField>
      )}
    </>
  )
}

type CauseFieldsProps = {
  form: UseFormReturn<EntryRuleValues>
  type: EntryRuleValues['cause']['type']
  choices: EntryChoices
}

function CauseFields({ form: { control }, type, choices }: CauseFieldsProps) {
  const t = useTranslations('entry')
  if (type === 'contact_created')
    return (
      <CheckboxList
        control={control}
        name="cause.createdVia"
        label={t('fields.ways')}
        options={CREATION_WAYS.map((value) => ({ value, label: t(`ways.${value}`) }))}
      />
    )
  if (type === 'tag_added' || type === 'tag_removed')
    return (
      <FormField control={control} name="cause.tag" label={t('fields.tag')}>
        {(field) => <Input {...field} maxLength={50} autoComplete="off" />}
      </FormField>
    )
  if (type === 'response_given')
    return (
      <>
        <FormField control={control} name="cause.surveyId" label={t('fields.survey')}>
          {(field) => (
            <Select
              {...field}
              placeholder={t('fields.anySurvey')}
              options={choices.surveys.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FormField>
        <CheckboxList
          control={control}
          name="cause.bands"
          label={t('fields.bands')}
          options={SCORE_BANDS.map((value) => ({ value, label: t(`bands.${value}`) }))}
        />
      </>
    )
  if (type === 'review_matched')
    return (
      <CheckboxList
        control={control}
        name="cause.ratings"
        label={t('fields.ratings')}
        options={[1, 2, 3, 4, 5].map((stars) => ({ value: `${stars}`, label: t('stars', { stars }) }))}
      />
    )
  if (type === 'date_reached') return <DateFields control={control} choices={choices} />
  if (type === 'recurring')
    return (
      <FormField
        control={control}
        name="cause.everyDays"
        label={t('fields.everyDays')}
        help={t('fields.everyDaysHelp')}
      >
        {(field) => <Input type="number" inputMode="numeric" min={1} {...field} />}
      </FormField>
    )
  return null
}

function DateFields({ control, choices }: { control: Control<EntryRuleValues>; choices: EntryChoices }) {
  const t = useTranslations('entry')
  return (
    <>
      <FormField
        control={control}
        name="cause.propertyKey"
        label={t('fields.property')}
        {...(choices.dateProperties.length === 0 ? { help: t('fields.noProperties') } : {})}
      >
        {(field) => (
          <Select
            {...field}
            placeholder
            options={choices.dateProperties.map(({ key, label }) => ({ value: key, label }))}
          />
        )}
      </FormField>
      <div className="grid grid-cols-2 gap-4">
        <FormField control={control} name="cause.dayOffset" label={t('fields.offset')}>
          {(field) => <Input type="number" inputMode="numeric" min={0} {...field} />}
        </FormField>
        <FormField control={control} name="cause.direction" label={t('fields.direction')}>
          {(field) => (
            <Select
              {...field}
              options={(['after', 'before'] as const).map((value) => ({ value, label: t(`directions.${value}`) }))}
            />
          )}
        </FormField>
      </div>
      <Controller
        control={control}
        name="cause.isYearly"
        render={({ field }) => (
          <Checkbox label={t('fields.isYearly')} checked={field.value} onChange={field.onChange} />
        )}
      />
    </>
  )
}

type CheckboxListProps = {
  control: Control<EntryRuleValues>
  name: 'cause.createdVia' | 'cause.bands' | 'cause.ratings'
  label: string
  options: readonly { value: string; label: string }[]
}

function CheckboxList({ control, name, label, options }: CheckboxListProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => {
        const selected: readonly string[] = field.value
        return (
          <div data-field={name}>
            <Fieldset label={label} {...(fieldState.error?.message ? { error: fieldState.error.message } : {})}>
              <div className="grid gap-2">
                {options.map((option) => (
                  <Checkbox
                    key={option.value}
                    label={<span className="inline-block first-letter:uppercase">{option.label}</span>}
                    checked={selected.includes(option.value)}
                    onChange={(isOn) =>
                      field.onChange(
                        isOn ? [...selected, option.value] : selected.filter((value) => value !== option.value),
                      )
                    }
                  />
                ))}
              </div>
            </Fieldset>
          </div>
        )
      }}
    />
  )
}
