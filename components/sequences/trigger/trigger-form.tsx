'use client'

import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormatter, useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { Form, FormActions } from '@/components/ui/forms/form'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import { UnsavedChangesGuard } from '@/components/ui/forms/unsaved-changes-guard'
import type { SubmitterElement } from '@/components/ui/forms/use-form-submit'
import { useMutationAction } from '@/components/use-mutation-action'
import { toRecipeSettings } from '@/server/sequences/trigger-addresses/recipes/constants'
import type {
  BodyLeaf,
  TriggerAddress,
  TriggerDryRun,
  TriggerRequest,
  TriggerSettings,
} from '@/server/sequences/trigger-addresses/schema'
import { ConditionFields } from './condition-fields'
import { DryRunResult } from './dry-run-result'
import { MappingFields, type NamedProperty } from './mapping-fields'
import { RecipeFields } from './recipe-fields'
import { ReentryFields } from './reentry-fields'
import { SignatureFields } from './signature-fields'
import { suggestMapping, type TriggerValues, toTriggerSettings, toTriggerValues } from './trigger-form-values'

type Sample = { id: string; leaves: readonly BodyLeaf[] }

/** @property waiting what is shown until the first sample comes */
type TriggerFormProps = {
  address: TriggerAddress
  requests: readonly Pick<TriggerRequest, 'id' | 'createdAt'>[]
  sample: Sample | null
  properties: readonly NamedProperty[]
  waiting: ReactNode
}

export function TriggerForm({ address, requests, sample: first, properties, waiting }: TriggerFormProps) {
  const t = useTranslations('trigger')
  const { sequenceId, settings, hasSigningSecret } = address
  const { perform, run } = useMutationAction()
  const form = useForm<TriggerValues>({ defaultValues: toTriggerValues(settings ?? toRecipeSettings('custom')) })
  const { control } = form
  const [chosen, setChosen] = useState<Sample | null>(null)
  const sample = chosen ?? first
  const leaves = sample?.leaves ?? []
  const { result, isTrying, tryOut } = useDryRun(sequenceId, sample)
  const fill = (values: Partial<TriggerValues>) =>
    form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true })
  const load = (id: string) =>
    run(async () => {
      const { data } = await trpc.triggerAddresses.request.query({ sequenceId, id })
      setChosen({ id, leaves: data.leaves })
      return {}
    })

  async function submit(values: TriggerValues, submitter: SubmitterElement) {
    const next = toTriggerSettings(values)
    if (submitter?.dataset['action'] === 'try') return tryOut(next)
    return perform(async () => {
      const key = values.signingSecret.trim()
      await trpc.triggerAddresses.save.mutate({ sequenceId, settings: next, ...(key && { signingSecret: key }) })
      form.reset({ ...values, signingSecret: '' })
      return { success: t(address.isActive ? 'saved' : 'saveFirst') }
    })
  }

  return (
    <Form form={form} onSubmit={submit} guardsUnsaved={false} className="gap-8">
      {/* Trying is a submission, too, after which the form is still unsaved. */}
      <UnsavedChangesGuard active={form.formState.isDirty} />
      <Section title={t('system.title')}>
        <RecipeFields control={control} onChosen={(recipe) => fill(toTriggerValues(toRecipeSettings(recipe)))} />
      </Section>
      <Section title={t('sample.title')}>
        {sample ? <SamplePicker requests={requests} value={sample.id} onChange={load} /> : waiting}
      </Section>
      <Section
        title={t('read.title')}
        description={t('read.sentence')}
        action={
          leaves.length > 0 && (
            <Button size="small" onClick={() => fill({ mapping: suggestMapping(leaves) })}>
              {t('read.suggest')}
            </Button>
          )
        }
      >
        <MappingFields control={control} leaves={leaves} properties={properties} />
      </Section>
      <Section title={t('conditions.title')} description={t('conditions.sentence')}>
        <ConditionFields control={control} leaves={leaves} />
      </Section>
      <Section title={t('reentry.title')}>
        <ReentryFields control={control} />
      </Section>
      <Section title={t('signature.title')} description={t('signature.sentence')}>
        <SignatureFields control={control} hasSecret={hasSigningSecret} />
      </Section>
      {result && <DryRunResult result={result} />}
      <FormActions>
        <SubmitButton form={form}>{t('save')}</SubmitButton>
        <Button type="submit" data-action="try" disabled={sample === null} pending={isTrying}>
          {t('try')}
        </Button>
      </FormActions>
    </Form>
  )
}

function useDryRun(sequenceId: string, sample: Sample | null) {
  const [result, setResult] = useState<TriggerDryRun | null>(null)
  const [isTrying, setIsTrying] = useState(false)
  async function tryOut(settings: TriggerSettings) {
    if (!sample) return
    setIsTrying(true)
    try {
      const { data } = await trpc.triggerAddresses.dryRun.mutate({ sequenceId, requestId: sample.id, settings })
      setResult(data)
    } finally {
      setIsTrying(false)
    }
  }
  return { result, isTrying, tryOut }
}

type SamplePickerProps = {
  requests: TriggerFormProps['requests']
  value: string
  onChange: (id: string) => void
}

function SamplePicker({ requests, value, onChange }: SamplePickerProps) {
  const t = useTranslations('trigger')
  const format = useFormatter()
  return (
    <Field label={t('sample.label')}>
      <Select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={requests.map(({ id, createdAt }) => ({
          value: id,
          label: format.dateTime(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'medium' }),
        }))}
      />
    </Field>
  )
}
