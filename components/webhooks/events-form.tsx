'use client'

import { useController, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { EventKind, TriggerType } from '@/server/webhooks/schema'
import { TRIGGER_TYPES } from '@/server/webhooks/vocabulary'
import { trpc } from '../trpc'
import { Fieldset } from '../ui/forms/field'
import { Form, FormActions } from '../ui/forms/form'
import { useShared } from '../ui/forms/shared'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'
import { KindBoxes } from './kind-boxes'

export type EventsFormProps = { id: string; triggerTypes: readonly EventKind[]; onSaved: () => void }

type Fields = { triggerTypes: TriggerType[] }

export function EventsForm({ id, triggerTypes, onSaved }: EventsFormProps) {
  const t = useTranslations('webhooks')
  const { perform } = useMutationAction()
  const form = useForm<Fields>({ defaultValues: formFields({ triggerTypes }) })
  const { asRead, shared } = useShared<{ triggerTypes: readonly EventKind[] }, Fields>(
    { triggerTypes },
    {
      toValues: formFields,
      describe: (fields) => [[t('details.events'), fields.triggerTypes.map((kind) => t(`kind.${kind}`)).join('\n')]],
    },
  )
  const kinds = useController({ control: form.control, name: 'triggerTypes' })
  const wrong = kinds.fieldState.error?.message

  const save = async (fields: Fields) =>
    perform(async () => {
      const read = { triggerTypes: [...asRead.current.triggerTypes] }
      await trpc.webhookConsole.update.mutate({ id, ...fields, asRead: read })
      const before = TRIGGER_TYPES.filter((kind) => read.triggerTypes.includes(kind))
      const undo = async () => trpc.webhookConsole.update.mutate({ id, triggerTypes: before })
      onSaved()
      return { success: t('events.done'), undo: before.length === 0 ? undefined : undo }
    })

  return (
    <Form form={form} onSubmit={save} shared={shared}>
      <div data-field="triggerTypes">
        <Fieldset label={t('details.events')} {...(wrong === undefined ? {} : { error: wrong })}>
          <KindBoxes value={kinds.field.value} onChange={kinds.field.onChange} />
        </Fieldset>
      </div>
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
