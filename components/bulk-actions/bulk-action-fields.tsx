import { type Control, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import type { BulkActionType } from '@/server/bulk-actions/constants'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { LANGUAGES } from '@/server/validation/languages'
import { PropertyInput } from '../contacts/contact-property-fields'
import { MasterDataCombobox } from '../master-data/master-data-combobox'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { FormField } from '../ui/forms/form'
import type { ActionValues } from './action-values'
import type { EnrolmentTargetOption } from './use-enrolment-target-options'

type FieldsProps = { control: Control<ActionValues> }

type BulkActionFieldsProps = FieldsProps & {
  type: BulkActionType
  properties: readonly ContactProperty[]
  sendables: readonly EnrolmentTargetOption[] | null
}

/** The inputs of an action. Those that need none have a sentence instead. */
export function BulkActionFields({ type, control, properties, sendables }: BulkActionFieldsProps) {
  switch (type) {
    case 'addTags':
    case 'removeTags':
      return <TagField control={control} />
    case 'setLocation':
      return <LocationField control={control} />
    case 'setCompany':
      return <CompanyField control={control} />
    case 'setProperty':
      return <PropertyValueFields control={control} properties={properties} />
    case 'setLanguage':
      return <LanguageField control={control} />
    case 'enrol':
    case 'sendSurvey':
      return <SendableFields control={control} type={type} sendables={sendables} />
    default:
      return <Explanation type={type} />
  }
}

function TagField({ control }: FieldsProps) {
  const t = useTranslations('bulkActions.fields')
  return (
    <FormField control={control} name="tag" errorPath="action.tags.0" label={t('tag')}>
      {(field) => <Input {...field} autoComplete="off" maxLength={50} />}
    </FormField>
  )
}

function LocationField({ control }: FieldsProps) {
  const t = useTranslations('bulkActions.fields')
  return (
    <FormField
      control={control}
      name="locationId"
      errorPath="action.locationId"
      label={t('location')}
      help={t('locationHelp')}
    >
      {(field) => <MasterDataCombobox {...field} keepsUnmatchedText collection="locations" />}
    </FormField>
  )
}

function CompanyField({ control }: FieldsProps) {
  const t = useTranslations('bulkActions.fields')
  return (
    <FormField
      control={control}
      name="companyId"
      errorPath="action.companyId"
      label={t('company')}
      help={t('companyHelp')}
    >
      {(field) => <MasterDataCombobox {...field} keepsUnmatchedText collection="companies" />}
    </FormField>
  )
}

function PropertyValueFields({ control, properties }: FieldsProps & { properties: readonly ContactProperty[] }) {
  const t = useTranslations('bulkActions.fields')
  const language = useLocale()
  const propertyId = useWatch({ control, name: 'propertyId' })
  const property = properties.find(({ id }) => id === propertyId)
  if (properties.length === 0) return <p className="text-14 text-ink-soft">{t('propertyNone')}</p>
  return (
    <>
      <FormField control={control} name="propertyId" errorPath="action.customFields" label={t('property')}>
        {(field) => (
          <Select
            {...field}
            placeholder
            options={properties.map(({ id, label }) => ({ value: id, label: label[language] }))}
          />
        )}
      </FormField>
      {property && (
        <FormField
          key={propertyId}
          control={control}
          name="value"
          errorPath={`customFields.${property.key}`}
          label={t('value')}
          help={t('valueHelp')}
        >
          {(field) => <PropertyInput {...field} property={property} />}
        </FormField>
      )}
    </>
  )
}

function LanguageField({ control }: FieldsProps) {
  const t = useTranslations('bulkActions.fields')
  const common = useTranslations('common.language')
  const languages = LANGUAGES.map((language) => ({ value: language, label: common(language) }))
  return (
    <FormField control={control} name="language" label={t('language')}>
      {(field) => <Select {...field} options={[...languages, { value: '', label: t('languageNone') }]} />}
    </FormField>
  )
}

type SendableFieldsProps = FieldsProps & {
  type: 'enrol' | 'sendSurvey'
  sendables: readonly EnrolmentTargetOption[] | null
}

function SendableFields({ control, type, sendables }: SendableFieldsProps) {
  const t = useTranslations('bulkActions.fields')
  const common = useTranslations('common')
  const isSequence = type === 'enrol'
  if (sendables?.length === 0)
    return <p className="text-14 text-ink-soft">{t(isSequence ? 'sequenceNone' : 'surveyNone')}</p>
  return (
    <>
      <FormField
        control={control}
        name="sendableId"
        errorPath={isSequence ? 'action.sequenceId' : 'action.surveyId'}
        label={t(isSequence ? 'sequence' : 'survey')}
      >
        {(field) => (
          <Select
            {...field}
            placeholder={sendables === null ? common('loading') : true}
            options={(sendables ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="locationId"
        errorPath="action.locationId"
        label={t('location')}
        help={t('subjectLocationHelp')}
        optional
      >
        {(field) => <MasterDataCombobox {...field} keepsUnmatchedText collection="locations" />}
      </FormField>
      <FormField
        control={control}
        name="employeeId"
        errorPath="action.employeeId"
        label={t('employee')}
        help={t('employeeHelp')}
        optional
      >
        {(field) => <MasterDataCombobox {...field} keepsUnmatchedText collection="employees" />}
      </FormField>
    </>
  )
}

function Explanation({ type }: { type: 'unsubscribe' | 'delete' | 'erase' }) {
  const t = useTranslations('bulkActions.explain')
  return (
    <div className="grid gap-2 text-14 text-ink-soft">
      <p>{t(type)}</p>
      {type !== 'unsubscribe' && <p className="font-medium text-ink">{t('never')}</p>}
    </div>
  )
}
