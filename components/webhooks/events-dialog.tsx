'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { EventKind, TriggerType } from '@/server/webhooks/schema'
import { TRIGGER_TYPES } from '@/server/webhooks/vocabulary'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Fieldset } from '../ui/forms/field'
import { Form, FormActions } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { Dialog } from '../ui/overlays/dialog'
import { toast } from '../ui/overlays/toast'
import { KindBoxes } from './kind-boxes'

export type EventsDialogProps = { id: string; triggerTypes: readonly EventKind[] }

/** Which events the address gets. What a sequence's step sends there is not among them: it is set at the step. */
export function EventsDialog({ id, triggerTypes }: EventsDialogProps) {
  const t = useTranslations('webhooks')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={<Button size="small">{t('details.changeEvents')}</Button>}
      open={open}
      onOpenChange={setOpen}
      title={t('events.title')}
      {...(triggerTypes.includes('step.completed') ? { description: t('events.stepNote') } : {})}
    >
      <EventsForm id={id} triggerTypes={triggerTypes} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

type Fields = { triggerTypes: TriggerType[] }

function EventsForm({ id, triggerTypes, onSaved }: EventsDialogProps & { onSaved: () => void }) {
  const t = useTranslations('webhooks')
  const router = useRouter()
  const form = useForm<Fields>({
    defaultValues: { triggerTypes: TRIGGER_TYPES.filter((kind) => triggerTypes.includes(kind)) },
  })
  const kinds = useController({ control: form.control, name: 'triggerTypes' })
  const wrong = kinds.fieldState.error?.message

  const save = async (fields: Fields) => {
    await trpc.webhookConsole.update.mutate({ id, ...fields })
    toast.success(t('events.done'))
    onSaved()
    router.refresh()
  }

  return (
    <Form form={form} onSubmit={save} guard={false}>
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
