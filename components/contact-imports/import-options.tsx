'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type ImportRecords, importsContacts } from '@/server/imports/contacts/constants'
import type { ImportSettings } from '@/server/imports/contacts/schema'
import { METRICS } from '@/server/surveys/constants'
import { CompanyCombobox } from '../master-data/master-data-combobox'
import { Checkbox } from '../ui/controls/checkbox'
import { Input } from '../ui/controls/input'
import { RadioGroup } from '../ui/controls/radio-group'
import { Select } from '../ui/controls/select'
import { Field, Fieldset } from '../ui/forms/field'

export type ImportOptionsProps = {
  settings: ImportSettings
  records: ImportRecords
  isDateOrderCertain: boolean
  locations: readonly { id: string; name: string }[]
  surveys: readonly { id: string; name: string }[]
  /** Active ones, in which people can be enrolled. */
  sequences: readonly { id: string; name: string }[]
  company: { id: string; name: string } | null
  mayDeclare: boolean
  onChange: (changes: Partial<ImportSettings>) => void
}

export function ImportOptions(props: ImportOptionsProps) {
  const { settings, records, isDateOrderCertain, onChange } = props
  const t = useTranslations('imports.options')
  const isPeople = importsContacts(records)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-card border bg-surface p-5">
      {records === 'answers' && <SurveyChoice {...props} />}
      {isPeople && (
        <Fieldset label={t('onExisting')}>
          <RadioGroup
            value={settings.onExisting}
            onChange={(onExisting) => onChange({ onExisting })}
            options={[
              { value: 'update', label: t('update'), help: t('updateHelp') },
              ...(records === 'people'
                ? [{ value: 'replace' as const, label: t('replace'), help: t('replaceHelp') }]
                : []),
              { value: 'skip', label: t('skip') },
            ]}
          />
        </Fieldset>
      )}
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label={t('dateOrder')} {...(isDateOrderCertain ? {} : { help: t('dateUncertain') })}>
          <Select
            value={settings.dateOrder}
            onChange={(event) => onChange({ dateOrder: event.target.value as ImportSettings['dateOrder'] })}
            options={(['dmy', 'mdy', 'ymd'] as const).map((value) => ({ value, label: t(value) }))}
          />
        </Field>
        {isPeople && (
          <Field label={t('decimalMark')}>
            <Select
              value={settings.decimalMark}
              onChange={(event) => onChange({ decimalMark: event.target.value as ImportSettings['decimalMark'] })}
              options={[
                { value: ',', label: t('comma') },
                { value: '.', label: t('point') },
              ]}
            />
          </Field>
        )}
        {isPeople && <SharedValues {...props} />}
      </div>
      {records === 'people' && <SequenceChoice {...props} />}
      {isPeople && <Switches {...props} />}
    </div>
  )
}

function SurveyChoice({ settings, surveys, onChange }: ImportOptionsProps) {
  const t = useTranslations('imports.options')
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <Field label={t('survey')} {...(settings.targets.includes('survey') ? { help: t('surveyHelp') } : {})}>
        <Select
          value={settings.surveyId ?? ''}
          placeholder={t('newSurvey')}
          onChange={(event) => onChange({ surveyId: event.target.value || null })}
          options={surveys.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      {settings.surveyId === null && (
        <Field label={t('metric')}>
          <Select
            value={settings.metric}
            onChange={(event) => onChange({ metric: event.target.value as ImportSettings['metric'] })}
            options={METRICS.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
      )}
    </div>
  )
}

function SequenceChoice({ settings: { sequenceId, targets }, sequences, onChange }: ImportOptionsProps) {
  const t = useTranslations('imports.options')
  if (sequences.length === 0 && sequenceId === null) return null
  return (
    <Field
      label={t('sequence')}
      optional
      {...(sequenceId === null ? {} : { help: t(targets.includes('dedupeKey') ? 'sequenceKeyHelp' : 'sequenceHelp') })}
    >
      <Select
        value={sequenceId ?? ''}
        placeholder={t('none')}
        onChange={(event) => onChange({ sequenceId: event.target.value || null })}
        options={sequences.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  )
}

function SharedValues({ settings, locations, company, onChange }: ImportOptionsProps) {
  const t = useTranslations('imports.options')
  const [tags, setTags] = useState(settings.tags.join(', '))
  const saveTags = () => {
    const list = [...new Set(tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
    if (list.join() !== settings.tags.join()) onChange({ tags: list })
  }
  return (
    <>
      <Field label={t('tags')} help={t('tagsHelp')} optional>
        <Input value={tags} onChange={(event) => setTags(event.target.value)} onBlur={saveTags} autoComplete="off" />
      </Field>
      <Field label={t('company')} optional>
        <CompanyCombobox
          value={settings.companyId ?? ''}
          onChange={(companyId) => onChange({ companyId: companyId || null })}
          initialOption={company && { value: company.id, label: company.name }}
        />
      </Field>
      {locations.length > 0 && (
        <Field label={t('location')} optional>
          <Select
            value={settings.locationId ?? ''}
            placeholder={t('none')}
            onChange={(event) => onChange({ locationId: event.target.value || null })}
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
    </>
  )
}

function Switches({ settings, records, mayDeclare, onChange }: ImportOptionsProps) {
  const t = useTranslations('imports.options')
  const uses = (...targets: string[]) => settings.targets.some((target) => targets.includes(target))
  return (
    <div className="grid gap-3">
      {(uses('location', 'company') || records === 'answers') && (
        <Checkbox
          label={t(records === 'answers' ? 'createMissingAnswers' : 'createMissing')}
          checked={settings.createMissing}
          onChange={(createMissing) => onChange({ createMissing })}
        />
      )}
      {mayDeclare && uses('newProperty') && (
        <Checkbox
          label={t('declare')}
          help={t('declareHelp')}
          checked={settings.declareProperties}
          onChange={(declareProperties) => onChange({ declareProperties })}
        />
      )}
      <Checkbox
        label={t('omit')}
        help={t('omitHelp')}
        checked={settings.onUnreadable === 'omit'}
        onChange={(omits) => onChange({ onUnreadable: omits ? 'omit' : 'refuse' })}
      />
      <Checkbox
        label={t('silent')}
        help={t('silentHelp')}
        checked={settings.silent}
        onChange={(silent) => onChange({ silent })}
      />
    </div>
  )
}
