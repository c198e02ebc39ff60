'use client'

import { useController, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { TRIGGER_TYPES } from '@/server/webhooks/constants'
import type { EventKind, TriggerType } from '@/server/webhooks/schema'
import { trpc } from '../trpc'
import { Form, FormActions } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useConflictDetection } from '../ui/forms/use-conflict-detection'
import { useMutationAction } from '../use-mutation-action'
import { EventTypePicker } from './event-type-picker'

type EditEventTypesFormProps = { id: string; triggerTypes: readonly EventKind[]; onSaved: () => void }
type Fields = { triggerTypes: TriggerType[] }

export function EditEventTypesForm({ id, triggerTypes, onSaved }: EditEventTypesFormProps) {
  const t = useTranslations('webhooks')
  const { perform } = useMutationAction()
  const form = useForm<Fields>({ defaultValues: formFields({ triggerTypes }) })
  const { baseline, conflictDetection } = useConflictDetection<{ triggerTypes: readonly EventKind[] }, Fields>(
    { triggerTypes },
    {
      toValues: formFields,
      describe: (fields) => [[t('details.events'), fields.triggerTypes.map((kind) => t(`kind.${kind}`)).join('\n')]],
    },
  )
  const { field, fieldState } = useController({ control: form.control, name: 'triggerTypes' })

  const save = async (fields: Fields) =>
    perform(async () => {
      const read = { triggerTypes: [...baseline.current.triggerTypes] }
      await trpc.webhookConsole.update.mutate({ id, ...fields, asRead: read })
      const previousTypes = TRIGGER_TYPES.filter((kind) => read.triggerTypes.includes(kind))
      const undo = async () => trpc.webhookConsole.update.mutate({ id, triggerTypes: previousTypes })
      onSaved()
      return { success: t('events.done'), undo: previousTypes.length === 0 ? undefined : undo }
    })

  return (
    <Form form={form} onSubmit={save} conflictDetection={conflictDetection}>
      <EventTypePicker
        label={t('details.events')}
        value={field.value}
        error={fieldState.error?.message}
        onChange={field.onChange}
      />
      <FormActions>
        <SubmitButton form={form}>{t('events.submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

/** In list order; excludes event types of sequence steps. */
function formFields({ triggerTypes }: { triggerTypes: readonly EventKind[] }): Fields {
  return { triggerTypes: TRIGGER_TYPES.filter((kind) => triggerTypes.includes(kind)) }
}
