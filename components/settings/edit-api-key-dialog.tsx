'use client'

import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { ApiKey, ApiKeyScope } from '@/server/api-keys/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Form, FormActions } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useConflictDetection } from '../ui/forms/use-conflict-detection'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'
import { ApiKeyFields, type ApiKeyFormValues, parseExpiryFields, useDescribeExpiry } from './api-key-fields'

export function EditApiKeyDialog({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('settings.apiKeys')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={<Button>{t('edit')}</Button>}
      open={open}
      onOpenChange={setOpen}
      size="large"
      title={t('editTitle', { name: apiKey.name })}
      description={t('editHelp')}
    >
      <EditForm apiKey={apiKey} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

function EditForm({ apiKey, onSaved }: { apiKey: ApiKey; onSaved: () => void }) {
  const t = useTranslations('settings.apiKeys')
  const tCommon = useTranslations('common')
  const { perform } = useMutationAction()
  const describeExpiry = useDescribeExpiry()
  const id = useId()
  const form = useForm<ApiKeyFormValues>({ defaultValues: toValues(apiKey) })
  const { baseline, conflictDetection } = useConflictDetection(apiKey, {
    toValues,
    describe: (values) => [
      [t('name'), values.name],
      [t('expires'), describeExpiry(values)],
      [t('scopes'), values.scopes.join('\n')],
    ],
  })

  const save = async (values: ApiKeyFormValues) =>
    perform(async () => {
      const { name, scopes, expiresAt } = baseline.current
      const { data } = await trpc.apiKeys.update.mutate({
        id: apiKey.id,
        name: values.name,
        scopes: values.scopes,
        ...parseExpiryFields(values),
        asRead: { name, scopes, expiresAt },
      })
      conflictDetection.setBaseline(data)
      form.reset(toValues(data))
      onSaved()
      return { success: t('saved', { name: data.name }) }
    })
  return (
    <Form id={id} form={form} onSubmit={save} conflictDetection={conflictDetection}>
      <ApiKeyFields control={form.control} currentExpiry={apiKey.expiresAt} />
      <FormActions>
        <SubmitButton form={form}>{tCommon('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

function toValues({ name, scopes, expiresAt }: ApiKey): ApiKeyFormValues {
  return {
    name,
    scopes: scopes as ApiKeyScope[],
    expiry: expiresAt === null ? 'never' : 'kept',
    expiresOn: '',
    currentExpiry: expiresAt,
  }
}
