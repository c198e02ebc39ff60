'use client'

import type { ReactNode } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { ALERT_PAUSES_MINUTES, RULE_NAME_MAX_CHARACTERS } from '@/server/alerts/constants'
import type { AlertRule } from '@/server/alerts/schema'
import { trpc } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { Checkbox } from '../ui/controls/checkbox'
import { Input } from '../ui/controls/input'
import { Link } from '../ui/controls/link'
import { RadioGroup } from '../ui/controls/radio-group'
import { Select } from '../ui/controls/select'
import { TextLink } from '../ui/controls/text-link'
import { Fieldset } from '../ui/forms/field'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useConflictDetection } from '../ui/forms/use-conflict-detection'
import { useMutationAction } from '../use-mutation-action'
import { ChatChannelFields } from './chat-channel-fields'
import { ConditionFields } from './condition-fields'
import { describeRule, type RuleFormChoices } from './describe-rule'
import { RuleCheckboxList } from './rule-checkbox-list'
import {
  getDefaultAlertRule,
  type RuleFormValues,
  toRuleFormValues,
  toRuleInputWithoutChannels,
} from './rule-form-values'

/** @property rule the rule to edit; omit to create one. @property userId the creator. */
export type RuleFormProps = { rule?: AlertRule; choices: RuleFormChoices; userId: string }

export function RuleForm({ rule, choices, userId }: RuleFormProps) {
  const t = useTranslations('alerts')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const locale = useLocale()
  const describe = (values: RuleFormValues) =>
    describeRule(t, locale, { ...toRuleInputWithoutChannels(values), channels: values.channels }, choices)
  const form = useForm<RuleFormValues>({ defaultValues: toRuleFormValues(rule ?? getDefaultAlertRule(userId)) })
  const { control } = form
  const fields = useWatch({ control }) as RuleFormValues
  const { baseline, conflictDetection } = useConflictDetection(rule, {
    toValues: (current) => toRuleFormValues(current ?? getDefaultAlertRule(userId)),
    describe: (values) => [
      [t('form.name'), values.name],
      [t('form.active'), values.active ? t('columns.active') : '–'],
      [t('form.channels'), values.channels.map(({ hint, address }) => hint || address).join(', ')],
      [t('form.sentence'), describe(values)],
    ],
  })

  const toOutboxLink = (words: ReactNode) => <TextLink href="/outbox?channel=sms">{words}</TextLink>

  const save = async (values: RuleFormValues) =>
    perform(async () => {
      const input = toRuleInputWithoutChannels(values)
      if (baseline.current === undefined) {
        const channels = values.channels.map(({ kind, address }) => ({ kind, address }))
        const { data } = await trpc.alerts.createRule.mutate({ ...input, channels })
        form.reset(values)
        return { success: t(data.active ? 'created' : 'switchedOff', { name: data.name }), href: '/settings/alerts' }
      }
      const { id, notifiedAt: _, createdAt: __, ...asRead } = baseline.current
      const channels = values.channels.map((channel) =>
        channel.id === '' ? { kind: channel.kind, address: channel.address } : { id: channel.id },
      )
      const { data } = await trpc.alerts.updateRule.mutate({ id, ...input, channels, asRead })
      conflictDetection.setBaseline(data)
      form.reset(toRuleFormValues(data))
      return { success: t('saved') }
    })

  return (
    <Form form={form} onSubmit={save} className="max-w-[640px] gap-6" {...(rule ? { conflictDetection } : {})}>
      <FormField control={control} name="name" label={t('form.name')} help={t('form.nameHelp')}>
        {(field) => <Input {...field} maxLength={RULE_NAME_MAX_CHARACTERS} autoComplete="off" />}
      </FormField>
      <Fieldset label={t('form.trigger')}>
        {rule ? (
          <p className="text-14 text-ink-soft">{t(`form.${rule.trigger}`)}</p>
        ) : (
          <Controller
            control={control}
            name="trigger"
            render={({ field }) => (
              <RadioGroup
                value={field.value}
                onChange={field.onChange}
                options={[
                  { value: 'response', label: t('form.response') },
                  { value: 'review', label: t('form.review') },
                ]}
              />
            )}
          />
        )}
      </Fieldset>
      <ConditionFields control={control} trigger={fields.trigger} />
      {fields.trigger === 'response' && (
        <RuleCheckboxList
          control={control}
          name="surveyIds"
          options={choices.surveys}
          label={t('form.surveys')}
          help={t('form.surveysHelp')}
        />
      )}
      <RuleCheckboxList
        control={control}
        name="locationIds"
        options={choices.locations}
        label={t('form.locations')}
        help={t('form.locationsHelp')}
      />
      <RuleCheckboxList
        control={control}
        name="userIds"
        options={choices.people}
        label={t('form.people')}
        help={t('form.peopleHelp')}
      />
      <RuleCheckboxList
        control={control}
        name="smsUserIds"
        options={choices.people.map(({ id, name }) =>
          choices.userIdsWithPhone.includes(id) ? { id, name } : { id, name, note: t('form.noPhone') },
        )}
        label={t('form.sms')}
        help={
          <>
            {t('form.smsHelp')}
            {choices.isSmsStoredInOutbox && <> {t.rich('form.smsCaptured', { outbox: toOutboxLink })}</>}
          </>
        }
      />
      <ChatChannelFields control={control} />
      <FormField control={control} name="pauseMinutes" label={t('form.pause')} help={t('form.pauseHelp')}>
        {(field) => (
          <Select
            {...field}
            options={ALERT_PAUSES_MINUTES.map((minutes) => ({ value: String(minutes), label: t(`pauses.${minutes}`) }))}
          />
        )}
      </FormField>
      <Controller
        control={control}
        name="active"
        render={({ field }) => (
          <Checkbox
            label={t('form.active')}
            help={t('form.activeHelp')}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Callout title={t('form.sentence')}>{describe(fields)}</Callout>
      <FormActions>
        <SubmitButton form={form}>{rule ? common('save') : t('create')}</SubmitButton>
        <Button variant="ghost" asChild>
          <Link href="/settings/alerts">{common('cancel')}</Link>
        </Button>
      </FormActions>
    </Form>
  )
}
