'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { CreatedApiKey } from '@/server/api-keys/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Form } from '../ui/forms/form'
import { useOpenByAddress } from '../ui/overlays/use-open-from-url'
import { KeyFields, type KeyValues, readExpiry } from './api-key-fields'
import { SecretDialog } from './create-secret-dialog'

const EMPTY: KeyValues = { name: '', scopes: [], expiry: 'never', expiresOn: '', was: null }

export function CreateApiKey() {
  const t = useTranslations('settings.apiKeys')
  const router = useRouter()
  const [open, setOpen] = useOpenByAddress('create')
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const formId = useId()
  const form = useForm({ defaultValues: EMPTY })
  const pending = form.formState.isSubmitting

  const show = () => {
    setCreated(null)
    form.reset(EMPTY)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setCreated(null)
    if (created) router.refresh()
  }
  const create = async (values: KeyValues) => {
    const { name, scopes } = values
    const { data } = await trpc.apiKeys.create.mutate({ name, scopes, ...readExpiry(values) })
    setCreated(data)
  }

  return (
    <SecretDialog
      trigger={
        <Button variant="primary" aria-keyshortcuts="c">
          <Plus size={16} aria-hidden />
          {t('create')}
        </Button>
      }
      open={open}
      onOpen={show}
      onClose={close}
      pending={pending}
      title={t('createTitle')}
      action={
        <Button type="submit" form={formId} variant="primary" pending={pending}>
          {t('create')}
        </Button>
      }
      made={created && { apiKey: created, title: t('createdTitle'), body: t('createdBody') }}
    >
      <Form id={formId} form={form} onSubmit={create}>
        <KeyFields control={form.control} was={null} />
      </Form>
    </SecretDialog>
  )
}
