import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { ASKS_CONTACT, LINK_NAME_MAX_CHARACTERS, QUOTA_MAX } from '@/server/survey-links/constants'
import { WIDGET_KINDS, WIDGET_POSITIONS } from '@/server/survey-widgets/constants'
import type { SurveyWidget } from '@/server/survey-widgets/schema'
import { MasterDataCombobox } from '../master-data/master-data-combobox'
import type { LinkReferences } from '../survey-links/survey-link-form'
import { trpc } from '../trpc'
import { DateInput } from '../ui/controls/date-input'
import { Input } from '../ui/controls/input'
import { RadioGroup } from '../ui/controls/radio-group'
import { Select } from '../ui/controls/select'
import { Textarea } from '../ui/controls/textarea'
import { Fieldset } from '../ui/forms/field'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'
import { ButtonTextFields, PageFields, TimeFields } from './widget-rule-fields'
import { NEW_WIDGET, toWidgetInput, toWidgetValues, type WidgetValues } from './widget-values'

export type WidgetFormProps = {
  surveyId: string
  widget?: SurveyWidget
  references?: LinkReferences
  onSaved: () => void
}

export function WidgetForm({ surveyId, widget, references, onSaved }: WidgetFormProps) {
  const t = useTranslations('surveyWidgets')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm<WidgetValues>({ defaultValues: widget ? toWidgetValues(widget) : NEW_WIDGET })
  const { control } = form
  const kind = useWatch({ control, name: 'kind' })

  const save = async (values: WidgetValues) =>
    perform(async () => {
      const input = { id: surveyId, ...toWidgetInput(values) }
      if (widget) {
        await trpc.surveyWidgets.update.mutate({ ...input, widgetId: widget.id })
        onSaved()
        return { success: t('saved') }
      }
      const { data } = await trpc.surveyWidgets.create.mutate(input)
      onSaved()
      return { success: t('created', { name: values.name }), href: `/surveys/${surveyId}/widgets/${data.id}` }
    })

  return (
    <Form form={form} onSubmit={save}>
      <FormField control={control} name="name" label={t('fields.name')} help={t('fields.nameHelp')}>
        {(field) => <Input {...field} maxLength={LINK_NAME_MAX_CHARACTERS} autoComplete="off" />}
      </FormField>
      <FormField control={control} name="origins" label={t('fields.origins')} help={t('fields.originsHelp')}>
        {(field) => <Textarea {...field} rows={2} placeholder="https://www.example.com" spellCheck={false} dir="ltr" />}
      </FormField>
      <Fieldset label={t('fields.kind')}>
        <RadioGroup
          value={kind}
          onChange={(value) => form.setValue('kind', value, { shouldDirty: true })}
          options={WIDGET_KINDS.map((value) => ({ value, label: t(`kinds.${value}`), help: t(`kindHelp.${value}`) }))}
        />
      </Fieldset>
      {kind !== 'inline' && (
        <FormField control={control} name="position" label={t('fields.position')}>
          {(field) => (
            <Select {...field} options={WIDGET_POSITIONS.map((value) => ({ value, label: t(`positions.${value}`) }))} />
          )}
        </FormField>
      )}
      {kind === 'button' && <ButtonTextFields control={control} />}
      <PageFields control={control} />
      <TimeFields control={control} kind={kind} />
      <Fieldset label={t('fields.answers')} className="gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField control={control} name="locationId" label={t('fields.location')} optional>
            {(field) => (
              <MasterDataCombobox {...field} collection="locations" initialOption={references?.location ?? null} />
            )}
          </FormField>
          <FormField control={control} name="employeeId" label={t('fields.employee')} optional>
            {(field) => (
              <MasterDataCombobox {...field} collection="employees" initialOption={references?.employee ?? null} />
            )}
          </FormField>
          <FormField control={control} name="closesOn" label={t('fields.closesOn')} optional>
            {(field) => <DateInput {...field} />}
          </FormField>
          <FormField control={control} name="quota" label={t('fields.quota')} help={t('fields.quotaHelp')} optional>
            {(field) => <Input type="number" inputMode="numeric" min={1} max={QUOTA_MAX} {...field} />}
          </FormField>
        </div>
        <FormField control={control} name="asksContact" label={t('fields.asksContact')} help={t('fields.asksHelp')}>
          {(field) => (
            <Select {...field} options={ASKS_CONTACT.map((value) => ({ value, label: t(`fields.asks.${value}`) }))} />
          )}
        </FormField>
      </Fieldset>
      <FormActions>
        <SubmitButton form={form}>{widget ? common('save') : t('create')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
