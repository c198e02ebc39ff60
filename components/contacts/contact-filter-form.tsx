'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { DateInput } from '@/components/ui/controls/date-input'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { readFormValue } from '@/components/ui/forms/form-values'
import { useClosePopover, usePopoverFocus } from '@/components/ui/overlays/popover'
import { withSearchParams } from '@/components/ui/search-params'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { formatPropertyCondition, type PropertyOperator } from '@/server/contacts/filters/constants'
import { listPropertyOperators } from './list-property-operators'

const TEXT_PARAMS = [
  'tag',
  'without_tag',
  'preferred_language',
  'unsubscribed',
  'deliverability',
  'band',
  'rating_min',
  'rating_max',
] as const

const SCORE_INPUT = { type: 'number', inputMode: 'numeric', min: 0, max: 10, step: 1 } as const

/** Filters of contacts, in the address. Each select without a choice removes its filter. */
export function ContactFilterForm({ properties }: { properties: readonly ContactProperty[] }) {
  const t = useTranslations('contacts.filters')
  const common = useTranslations('common')
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const close = useClosePopover()
  const content = usePopoverFocus<HTMLFormElement>()
  const [fault, setFault] = useState<'key' | 'value' | null>(null)
  const initial = (param: string) => params.get(param) ?? ''

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => readFormValue(form, name).trim()
    const property = readCondition(text)
    if (property && 'missing' in property) {
      setFault(property.missing)
      event.currentTarget.querySelector<HTMLInputElement>(`[name="property-${property.missing}"]`)?.focus()
      return
    }
    const changes: Record<string, string> = Object.fromEntries(TEXT_PARAMS.map((param) => [param, text(param)]))
    for (const kind of TIMED) Object.assign(changes, toTimeParams(kind, text(`${kind}-time`)))
    close()
    const href = withSearchParams(path, toRecord(params), changes)
    router.push(property === null ? href : appendProperty(href, property.text), { scroll: false })
  }

  const choices = (name: string, options: readonly [value: string, label: string][]) => (
    <Select
      name={name}
      defaultValue={initial(name)}
      placeholder={t('any')}
      options={options.map(([value, label]) => ({ value, label }))}
    />
  )
  return (
    <form
      ref={content}
      noValidate
      onSubmit={apply}
      onInput={() => setFault(null)}
      className="grid max-h-[70vh] grid-rows-[minmax(0,1fr)_auto] gap-3"
    >
      <div className="grid gap-3 overflow-y-auto p-0.5">
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('tag')}>
            <Input name="tag" maxLength={50} autoComplete="off" defaultValue={initial('tag')} />
          </Field>
          <Field label={t('withoutTag')}>
            <Input name="without_tag" maxLength={50} autoComplete="off" defaultValue={initial('without_tag')} />
          </Field>
          <Field label={t('language')}>
            {choices('preferred_language', [
              ['en', common('language.en')],
              ['fr', common('language.fr')],
              ['none', t('languageNone')],
            ])}
          </Field>
          <Field label={t('consent')}>
            {choices('unsubscribed', [
              ['false', t('chip.subscribed')],
              ['true', t('chip.unsubscribed')],
            ])}
          </Field>
          <Field label={t('deliverability')}>
            {choices('deliverability', [
              ['reachable', t('reachable')],
              ['bounced', t('bounced')],
            ])}
          </Field>
          <Field label={t('band')}>
            {choices('band', [
              ['positive', common('band.positive')],
              ['neutral', common('band.neutral')],
              ['negative', common('band.negative')],
            ])}
          </Field>
          <Field label={t('scoreFrom')}>
            <Input name="rating_min" {...SCORE_INPUT} defaultValue={initial('rating_min')} />
          </Field>
          <Field label={t('scoreTo')}>
            <Input name="rating_max" {...SCORE_INPUT} defaultValue={initial('rating_max')} />
          </Field>
        </div>
        {TIMED.map((kind) => (
          <Field key={kind} label={t(kind)}>
            <TimeSelect kind={kind} />
          </Field>
        ))}
        <PropertyFields properties={properties} fault={fault} />
      </div>
      <div>
        <Button type="submit" variant="primary" size="small">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}

type PropertyFieldsProps = { properties: readonly ContactProperty[]; fault: 'key' | 'value' | null }

/** One more condition on a custom field: a declared one by its label, or any by its key if none is declared. */
function PropertyFields({ properties, fault }: PropertyFieldsProps) {
  const t = useTranslations('contacts.filters')
  const tCondition = useTranslations('properties.condition')
  const locale = useLocale()
  const [key, setKey] = useState('')
  const [operator, setOperator] = useState<PropertyOperator>('is')
  const property = properties.find((each) => each.key === key)
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="sr-only">{t('property')}</legend>
      <Field label={t('property')} error={fault === 'key' ? t('keyMissing') : null}>
        {properties.length === 0 ? (
          <Input name="property-key" maxLength={50} autoComplete="off" spellCheck={false} />
        ) : (
          <Select
            name="property-key"
            value={key}
            onChange={(event) => setKey(event.target.value)}
            placeholder={t('any')}
            options={properties.map((each) => ({ value: each.key, label: each.label[locale] }))}
          />
        )}
      </Field>
      <Field label={t('propertyOperator')}>
        <Select
          name="property-operator"
          value={operator}
          onChange={(event) => setOperator(event.target.value as PropertyOperator)}
          options={listPropertyOperators(property).map((value) => ({ value, label: tCondition(`operator.${value}`) }))}
        />
      </Field>
      {operator !== 'isSet' && operator !== 'isNotSet' && (
        <Field
          label={t('propertyValue')}
          {...(property === undefined ? { help: t('propertyHelp') } : {})}
          error={fault === 'value' ? t('valueMissing') : null}
          className="col-span-2"
        >
          <PropertyValueInput key={key} property={property} />
        </Field>
      )}
    </fieldset>
  )
}

function PropertyValueInput({ property }: { property: ContactProperty | undefined }) {
  const common = useTranslations('common')
  const locale = useLocale()
  const name = 'property-value'
  if (property?.type === 'date') return <DateInput name={name} defaultValue="" />
  if (property?.type === 'number') return <Input name={name} inputMode="decimal" autoComplete="off" />
  if (property?.type === 'choice')
    return (
      <Select name={name} options={property.options.map(({ value, label }) => ({ value, label: label[locale] }))} />
    )
  if (property?.type === 'boolean')
    return (
      <Select
        name={name}
        options={[
          { value: 'true', label: common('yes') },
          { value: 'false', label: common('no') },
        ]}
      />
    )
  return <Input name={name} maxLength={200} autoComplete="off" />
}

const TIMED = ['added', 'surveyed', 'answered'] as const
type Timed = (typeof TIMED)[number]

const DAY_CHOICES = { added: [7, 30, 90, 365], surveyed: [30, 90, 180], answered: [30, 90, 365] } as const

function TimeSelect({ kind }: { kind: Timed }) {
  const t = useTranslations('contacts.filters')
  const params = useSearchParams()
  const current = readTimeChoice(kind, params)
  const days = new Set<number>([...DAY_CHOICES[kind], ...(/\d+/.exec(current) ?? []).map(Number)])
  const sorted = [...days].sort((a, b) => a - b)
  const options = [
    ...(kind === 'added'
      ? []
      : [
          { value: 'never', label: t('never') },
          { value: 'ever', label: t('ever') },
        ]),
    ...sorted.map((count) => ({ value: `within-${count}`, label: t('within', { days: count }) })),
    ...(kind === 'added'
      ? []
      : sorted.map((count) => ({ value: `not-${count}`, label: t('notWithin', { days: count }) }))),
  ]
  return <Select name={`${kind}-time`} placeholder={t('any')} defaultValue={current} options={options} />
}

function readTimeChoice(kind: Timed, params: URLSearchParams): string {
  const [within, not, ever] = [params.get(`${kind}_days`), params.get(`not_${kind}_days`), params.get(kind)]
  if (within) return `within-${within}`
  if (not) return `not-${not}`
  return ever === null ? '' : ever === 'true' ? 'ever' : 'never'
}

function toTimeParams(kind: Timed, choice: string): Record<string, string> {
  const [word = '', days = ''] = choice.split('-')
  return {
    [`${kind}_days`]: word === 'within' ? days : '',
    ...(kind === 'added'
      ? {}
      : {
          [`not_${kind}_days`]: word === 'not' ? days : '',
          [kind]: word === 'ever' ? 'true' : word === 'never' ? 'false' : '',
        }),
  }
}

type NewCondition = { missing: 'key' | 'value' } | { text: string }

/** The condition on a custom field; null without one. */
function readCondition(text: (name: string) => string): NewCondition | null {
  const [key, value] = [text('property-key'), text('property-value')]
  const operator = text('property-operator') as PropertyOperator
  if (key === '' && value === '') return null
  if (key === '') return { missing: 'key' }
  const needsValue = operator !== 'isSet' && operator !== 'isNotSet'
  if (needsValue && value === '') return { missing: 'value' }
  return { text: formatPropertyCondition({ key, operator, value }) }
}

function toRecord(params: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]))
}

function appendProperty(href: string, property: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ property }).toString()}`
}
