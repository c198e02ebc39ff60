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
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { ApiKeyFields, type ApiKeyFormValues, parseExpiryFields } from './api-key-fields'
import { IssueApiKeySecretDialog } from './issue-api-key-secret-dialog'

const EMPTY: ApiKeyFormValues = { name: '', scopes: [], expiry: 'never', expiresOn: '', currentExpiry: null }

export function CreateApiKeyDialog() {
  const t = useTranslations('settings.apiKeys')
  const router = useRouter()
  const [open, setOpen] = useOpenFromUrl('create')
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
  const create = async (values: ApiKeyFormValues) => {
    const { name, scopes } = values
    const { data } = await trpc.apiKeys.create.mutate({ name, scopes, ...parseExpiryFields(values) })
    setCreated(data)
  }

  return (
    <IssueApiKeySecretDialog
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
      created={created && { apiKey: created, title: t('createdTitle'), body: t('createdBody') }}
    >
      <Form id={formId} form={form} onSubmit={create}>
        <ApiKeyFields control={form.control} currentExpiry={null} />
      </Form>
    </IssueApiKeySecretDialog>
  )
}
