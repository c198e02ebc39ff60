import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LINK_NAME_MAX_CHARACTERS, SLUG_MAX_CHARACTERS } from '@/server/survey-links/constants'
import type { SurveyLink } from '@/server/survey-links/schema'
import { MasterDataCombobox } from '../master-data/master-data-combobox'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import type { Option } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'
import { SurveyLinkFields } from './survey-link-fields'
import { NEW_SURVEY_LINK, type SurveyLinkValues, toSurveyLinkInput, toSurveyLinkValues } from './survey-link-values'

/** The names of a link's location and employee. */
export type LinkReferences = { location: Option | null; employee: Option | null }

export type SurveyLinkFormProps = {
  surveyId: string
  link?: SurveyLink
  references?: LinkReferences
  onSaved: () => void
}

export function SurveyLinkForm({ surveyId, link, references, onSaved }: SurveyLinkFormProps) {
  const t = useTranslations('sharing')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm<SurveyLinkValues>({ defaultValues: link ? toSurveyLinkValues(link) : NEW_SURVEY_LINK })
  const { control } = form

  const save = async (values: SurveyLinkValues) =>
    perform(async () => {
      const input = { id: surveyId, ...toSurveyLinkInput(values) }
      if (link) await trpc.surveyLinks.update.mutate({ ...input, linkId: link.id })
      else await trpc.surveyLinks.create.mutate(input)
      onSaved()
      return { success: link ? t('saved') : t('created', { name: values.name }) }
    })

  return (
    <Form form={form} onSubmit={save}>
      <FormField control={control} name="name" label={t('fields.name')} help={t('fields.nameHelp')}>
        {(field) => <Input {...field} maxLength={LINK_NAME_MAX_CHARACTERS} autoComplete="off" />}
      </FormField>
      <FormField
        control={control}
        name="slug"
        label={t('fields.slug')}
        help={link ? t('fields.slugEditHelp') : t('fields.slugHelp')}
        optional={!link}
      >
        {(field) => <Input {...field} maxLength={SLUG_MAX_CHARACTERS} autoComplete="off" autoCapitalize="none" />}
      </FormField>
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
      </div>
      <SurveyLinkFields control={control} hasPin={link?.hasPin ?? false} />
      <FormActions>
        <SubmitButton form={form}>{link ? common('save') : t('create')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
