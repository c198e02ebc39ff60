'use client'

import { Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { useMutationAction } from '../use-mutation-action'

export function CreateOrganizationDialog() {
  const t = useTranslations('profile.organizations')
  const [open, setOpen] = useOpenFromUrl('create')
  return (
    <Dialog
      trigger={
        <Button aria-keyshortcuts="c">
          <Plus size={16} aria-hidden />
          {t('create')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      size="small"
      title={t('create')}
      description={t('createLead')}
    >
      <CreateForm />
    </Dialog>
  )
}

function CreateForm() {
  const t = useTranslations('profile.organizations')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { name: '' } })

  const create = async (fields: { name: string }) =>
    perform(async () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      await trpc.account.createOrganization.mutate({ ...fields, timeZone })
      return { success: t('created', { name: fields.name }), href: '/' }
    })

  return (
    <Form form={form} onSubmit={create}>
      <FormField control={form.control} name="name" label={t('name')} help={t('nameHelp')}>
        {(field) => <Input {...field} autoComplete="organization" maxLength={100} />}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('createAction')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
