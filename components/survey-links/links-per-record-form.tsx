import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { RadioGroup } from '../ui/controls/radio-group'
import { Fieldset } from '../ui/forms/field'
import { Form, FormActions } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'
import { SurveyLinkFields } from './survey-link-fields'
import { NEW_SURVEY_LINK, type SurveyLinkValues, toSharedSettings } from './survey-link-values'

export function LinksPerRecordForm({ surveyId, onSaved }: { surveyId: string; onSaved: () => void }) {
  const t = useTranslations('sharing.perRecord')
  const { perform } = useMutationAction()
  const [per, setPer] = useState<'location' | 'employee'>('location')
  const form = useForm<SurveyLinkValues>({ defaultValues: NEW_SURVEY_LINK })

  const save = async (values: SurveyLinkValues) =>
    perform(async () => {
      const { data } = await trpc.surveyLinks.createPerRecord.mutate({ id: surveyId, per, ...toSharedSettings(values) })
      onSaved()
      return { success: t('created', { count: data.created }) }
    })

  return (
    <Form form={form} onSubmit={save}>
      <Fieldset label={t('of')} help={t('body')}>
        <RadioGroup
          value={per}
          onChange={setPer}
          options={(['location', 'employee'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </Fieldset>
      <SurveyLinkFields control={form.control} />
      <FormActions>
        <SubmitButton form={form}>{t('create')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
