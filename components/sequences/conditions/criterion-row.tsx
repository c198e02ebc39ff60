import { useLocale, useTranslations } from 'use-intl/react'
import { useContactProperties } from '@/components/contact-properties/property-placeholders'
import { PropertyInput } from '@/components/contacts/contact-property-fields'
import { listPropertyOperators } from '@/components/contacts/list-property-operators'
import { MasterDataCombobox } from '@/components/master-data/master-data-combobox'
import { Input } from '@/components/ui/controls/input'
import { type Option, Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { FILTER_LANGUAGES, formatPropertyCondition, type PropertyOperator } from '@/server/contacts/filters/constants'
import { SURVEY_OUTCOMES } from '@/server/sequences/conditions/constants'
import type { StepCriterion } from '@/server/sequences/conditions/schema'
import { SCORE_BANDS } from '@/server/surveys/constants'
import { AnswerFields } from './answer-fields'
import { CRITERION_TYPES, type CriterionType, comparesValue, createCriterion, readPropertyCondition } from './criteria'
import { CriterionField, type CriterionRowProps } from './criterion-field'
import { TagInput } from './tag-input'

export function CriterionRow(props: CriterionRowProps) {
  const { criterion, earlierSurveyIds, onChange } = props
  const t = useTranslations('stepConditions')
  const needsSurvey = (type: CriterionType) => type === 'survey' || type === 'answer'
  const types = CRITERION_TYPES.filter(
    (type) => type === criterion.type || earlierSurveyIds.length > 0 || !needsSurvey(type),
  )
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      <Field label={t('about')} hideLabel>
        <Select
          value={criterion.type}
          onChange={(event) => onChange(createCriterion(event.target.value as CriterionType))}
          options={types.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      </Field>
      <CriterionFields {...props} />
    </div>
  )
}

function CriterionFields(props: CriterionRowProps) {
  const { criterion, onChange, ...row } = props
  const t = useTranslations('stepConditions')
  switch (criterion.type) {
    case 'tag':
      return (
        <>
          <IsSelect criterion={criterion} onChange={onChange} words={{ yes: t('has'), no: t('hasNot') }} />
          <CriterionField {...row} field="tag" label={t('tag')}>
            <TagInput value={criterion.tag} onChange={(event) => onChange({ ...criterion, tag: event.target.value })} />
          </CriterionField>
        </>
      )
    case 'property':
      return <PropertyFields {...props} criterion={criterion} />
    case 'location':
      return (
        <>
          <IsSelect criterion={criterion} onChange={onChange} />
          <LocationField {...props} criterion={criterion} />
        </>
      )
    case 'language':
      return (
        <>
          <IsSelect criterion={criterion} onChange={onChange} />
          <ChoiceField
            label={t('language')}
            value={criterion.language}
            options={FILTER_LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
            onChange={(language) => onChange({ ...criterion, language })}
          />
        </>
      )
    case 'band':
      return (
        <>
          <IsSelect criterion={criterion} onChange={onChange} />
          <ChoiceField
            label={t('band')}
            value={criterion.band}
            options={SCORE_BANDS.map((value) => ({ value, label: t(`bands.${value}`) }))}
            onChange={(band) => onChange({ ...criterion, band })}
          />
        </>
      )
    case 'survey':
      return (
        <ChoiceField
          label={t('outcome')}
          value={criterion.outcome}
          options={SURVEY_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
          onChange={(outcome) => onChange({ ...criterion, outcome })}
        />
      )
    case 'answer':
      return <AnswerFields {...props} criterion={criterion} />
  }
}

type ChoiceFieldProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

function ChoiceField<T extends string>({ label, value, options, onChange }: ChoiceFieldProps<T>) {
  return (
    <Field label={label} hideLabel>
      <Select value={value} options={options} onChange={(event) => onChange(event.target.value as T)} />
    </Field>
  )
}

type IsSelectProps<Criterion> = {
  criterion: Criterion
  onChange: (criterion: Criterion) => void
  words?: { yes: string; no: string }
}

function IsSelect<Criterion extends { is: boolean }>({ criterion, onChange, words }: IsSelectProps<Criterion>) {
  const t = useTranslations('stepConditions')
  const { yes, no } = words ?? { yes: t('is'), no: t('isNot') }
  return (
    <ChoiceField
      label={t('comparison')}
      value={criterion.is ? 'yes' : 'no'}
      options={[
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      onChange={(value) => onChange({ ...criterion, is: value === 'yes' })}
    />
  )
}

function LocationField({
  criterion,
  onChange,
  names,
  ...row
}: CriterionRowProps<Extract<StepCriterion, { type: 'location' }>>) {
  const t = useTranslations('stepConditions')
  const { locationId } = criterion
  return (
    <CriterionField {...row} field="locationId" label={t('location')}>
      <MasterDataCombobox
        collection="locations"
        keepsUnmatchedText
        value={locationId}
        initialOption={{ value: locationId, label: names?.locations[locationId] ?? '' }}
        onChange={(id) => onChange({ ...criterion, locationId: id })}
      />
    </CriterionField>
  )
}

function PropertyFields({
  criterion,
  onChange,
  ...row
}: CriterionRowProps<Extract<StepCriterion, { type: 'property' }>>) {
  const t = useTranslations('stepConditions')
  const tProperties = useTranslations('properties.condition')
  const language = useLocale()
  const properties = useContactProperties()
  const condition = readPropertyCondition(criterion.condition)
  const { key, operator, value } = condition
  const property = properties.find((one) => one.key === key)
  const options: Option[] = properties.map((one) => ({ value: one.key, label: one.label[language] }))
  // Set through the API: its key need not be declared.
  if (key !== '' && !property) options.push({ value: key, label: key })
  const change = (changes: Partial<typeof condition>) =>
    onChange({ ...criterion, condition: formatPropertyCondition({ ...condition, ...changes }) })
  const operators = listPropertyOperators(property)
  return (
    <>
      <CriterionField
        {...row}
        {...(key === '' ? { field: 'condition' } : {})}
        label={t('property')}
        {...(options.length === 0 ? { help: t('noProperties') } : {})}
      >
        <Select
          placeholder
          value={key}
          options={options}
          onChange={(event) => change({ key: event.target.value, operator: 'is', value: '' })}
        />
      </CriterionField>
      <ChoiceField<PropertyOperator>
        label={t('comparison')}
        value={operator}
        options={(operators.includes(operator) ? operators : [...operators, operator]).map((one) => ({
          value: one,
          label: tProperties(`operator.${one}`),
        }))}
        onChange={(next) => change({ operator: next })}
      />
      {comparesValue(operator) && (
        <CriterionField {...row} {...(key === '' ? {} : { field: 'condition' })} label={t('value')}>
          {property ? (
            <PropertyInput
              property={property}
              value={value}
              onChange={(event) => change({ value: event.target.value })}
            />
          ) : (
            <Input
              value={value}
              disabled={key === ''}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => change({ value: event.target.value })}
            />
          )}
        </CriterionField>
      )}
    </>
  )
}
