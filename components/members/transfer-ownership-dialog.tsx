'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { PasswordInput } from '../ui/controls/password-input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'

type TransferOwnershipProps = {
  userId: string
  name: string
  organization: string
  /** Users without a password confirm by a recent sign-in. */
  hasPassword: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function TransferOwnershipDialog({ open, onOpenChange, ...transfer }: TransferOwnershipProps) {
  const t = useTranslations('members')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="small" title={t('transferTitle', { name: transfer.name })}>
      <TransferForm {...transfer} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type TransferFormProps = Omit<TransferOwnershipProps, 'open' | 'onOpenChange'> & { onDone: () => void }

function TransferForm({ userId, name, organization, hasPassword, onDone }: TransferFormProps) {
  const t = useTranslations('members')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { current: '' } })
  const transfer = async ({ current }: { current: string }) =>
    perform(async () => {
      await trpc.members.transferOwnership.mutate({ userId, current })
      onDone()
      return { success: t('transferred', { name }) }
    })
  return (
    <Form form={form} onSubmit={transfer}>
      <p className="text-ink-soft">{t('transferBody', { name, organization })}</p>
      {hasPassword && (
        <FormField control={form.control} name="current" label={t('transferPassword')} help={t('transferPasswordHelp')}>
          {(field) => <PasswordInput {...field} autoComplete="current-password" maxLength={128} />}
        </FormField>
      )}
      <FormActions>
        <Button type="submit" variant="danger" pending={form.formState.isSubmitting}>
          {t('transferAction')}
        </Button>
      </FormActions>
    </Form>
  )
}
