'use client'

import { Plus } from 'lucide-react'
import { useController, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { AddSubscription } from '@/server/webhooks/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { useMutationAction } from '../use-mutation-action'
import { EventTypePicker } from './event-type-picker'

export function AddSubscriptionDialog() {
  const t = useTranslations('webhooks.add')
  const [open, setOpen] = useOpenFromUrl('create')
  return (
    <Dialog
      trigger={
        <Button variant="primary" aria-keyshortcuts="c">
          <Plus size={16} aria-hidden />
          {t('action')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      title={t('title')}
    >
      <AddForm />
    </Dialog>
  )
}

function AddForm() {
  const t = useTranslations('webhooks.add')
  const { perform } = useMutationAction()
  const form = useForm<AddSubscription>({ defaultValues: { hookUrl: '', triggerTypes: ['new_response'] } })
  const { field: triggerTypes, fieldState } = useController({ control: form.control, name: 'triggerTypes' })

  const add = async (fields: AddSubscription) =>
    perform(async () => {
      const { data } = await trpc.webhookConsole.add.mutate(fields)
      return { success: data.secret === null ? t('joined') : t('done'), href: `/settings/webhooks/${data.id}` }
    })

  return (
    <Form form={form} onSubmit={add}>
      <FormField control={form.control} name="hookUrl" label={t('url')} help={t('urlHelp')}>
        {(field) => (
          <Input
            {...field}
            type="url"
            inputMode="url"
            placeholder="https://example.com/webhooks"
            autoComplete="off"
            spellCheck={false}
            maxLength={2048}
          />
        )}
      </FormField>
      <EventTypePicker
        label={t('events')}
        value={triggerTypes.value}
        error={fieldState.error?.message}
        onChange={triggerTypes.onChange}
      />
      <FormActions>
        <SubmitButton form={form}>{t('submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
