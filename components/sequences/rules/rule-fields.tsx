import { type ReactNode, useEffect, useRef } from 'react'
import { type UseFormReturn, useController, useFormState } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatClock, parseClock } from '@/components/clock-time'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { DateInput } from '@/components/ui/controls/date-input'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { Field, Fieldset } from '@/components/ui/forms/field'
import { DAILY_CAP_MAX, DAY_MINUTES } from '@/server/sequences/rules/constants'
import type { SequenceRules } from '@/server/sequences/rules/schema'
import { TagInput } from '../conditions/tag-input'
import type { SequenceValues } from '../sequence-form-values'
import { nameWeekday } from './describe-rules'

type RuleFieldsProps = {
  form: UseFormReturn<SequenceValues>
  segments: readonly { id: string; name: string }[]
}

type RulesProps = { rules: SequenceRules; change: (changes: Partial<SequenceRules>) => void }

export function RuleFields({ form, segments }: RuleFieldsProps) {
  const t = useTranslations('sequenceRules')
  const { field } = useController({ control: form.control, name: 'rules' })
  const { errors } = useFormState({ control: form.control })
  const rules = field.value
  const change = (changes: Partial<SequenceRules>) => field.onChange({ ...rules, ...changes })
  const element = useRef<HTMLDivElement>(null)
  // The button that opened them is gone.
  useEffect(() => element.current?.querySelector('input')?.focus(), [])

  const rule = (name: keyof SequenceRules, label: string, control: ReactNode, help?: string) => (
    <div data-field={`rules.${name}`}>
      <Field label={label} optional error={errors.rules?.[name]?.message} {...(help ? { help } : {})}>
        {control}
      </Field>
    </div>
  )
  return (
    <div ref={element} className="grid gap-6">
      <Fieldset label={t('stop')} help={t('stopHelp')} helpFirst>
        <StopCheckboxes rules={rules} change={change} />
        <div className="mt-2 grid items-start gap-4 sm:grid-cols-2">
          {rule(
            'stopTag',
            t('stopTag'),
            <TagInput
              value={rules.stopTag ?? ''}
              onChange={({ target }) => change({ stopTag: target.value === '' ? null : target.value })}
            />,
          )}
          {rule(
            'stopOutsideSegmentId',
            t('stopOutsideSegment'),
            <Select
              value={rules.stopOutsideSegmentId ?? ''}
              placeholder={t('noSegment')}
              options={segments.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ target }) => change({ stopOutsideSegmentId: target.value || null })}
            />,
          )}
          {rule(
            'lastDay',
            t('lastDay'),
            <DateInput
              value={rules.lastDay ?? ''}
              onChange={({ target }) => change({ lastDay: target.value || null })}
            />,
            t('lastDayHelp'),
          )}
        </div>
      </Fieldset>
      <Fieldset label={t('send')} help={t('sendHelp')} helpFirst>
        <SendDays rules={rules} change={change} />
        <div className="mt-2 grid items-start gap-4 sm:grid-cols-2">
          {(['sendFrom', 'sendUntil'] as const).map((name) => (
            <div key={name}>
              {rule(
                name,
                t(name),
                <Input
                  type="time"
                  // The end of the day is no time of it.
                  value={formatClock(rules[name] === DAY_MINUTES ? null : rules[name])}
                  onChange={({ target }) => change({ [name]: parseClock(target.value) })}
                  className="figures"
                />,
              )}
            </div>
          ))}
          {rule(
            'dailyCap',
            t('dailyCap'),
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={DAILY_CAP_MAX}
              value={rules.dailyCap ?? ''}
              onChange={({ target }) => change({ dailyCap: target.value === '' ? null : Number(target.value) })}
              className="figures"
            />,
            t('dailyCapHelp'),
          )}
        </div>
      </Fieldset>
    </div>
  )
}

function StopCheckboxes({ rules, change }: RulesProps) {
  const t = useTranslations('sequenceRules')
  return (
    <div className="grid gap-2.5">
      <Checkbox
        label={t('stopsOnAnswer')}
        checked={rules.stopsOnAnswer}
        onChange={(stopsOnAnswer) => change({ stopsOnAnswer })}
      />
      <Checkbox
        label={t('stopsOnOptOut')}
        help={t('stopsOnOptOutHelp')}
        checked={rules.stopsOnOptOut}
        onChange={(stopsOnOptOut) => change({ stopsOnOptOut })}
      />
    </div>
  )
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** No day stands for every day. */
function SendDays({ rules: { sendDays }, change }: RulesProps) {
  const locale = useLocale()
  const days = sendDays.length === 0 ? WEEKDAYS : sendDays
  return (
    <div data-field="rules.sendDays" className="flex flex-wrap gap-x-5 gap-y-2">
      {WEEKDAYS.map((day) => (
        <Checkbox
          key={day}
          label={<span className="inline-block first-letter:uppercase">{nameWeekday(day, locale, 'long')}</span>}
          checked={days.includes(day)}
          // One day stays.
          disabled={days.length === 1 && days.includes(day)}
          onChange={(isChecked) => {
            const next = WEEKDAYS.filter((one) => (one === day ? isChecked : days.includes(one)))
            change({ sendDays: next.length === WEEKDAYS.length ? [] : next })
          }}
        />
      ))}
    </div>
  )
}
