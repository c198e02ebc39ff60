'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { SendingDomain } from '@/server/sending-domains/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useConflictDetection } from '../ui/forms/use-conflict-detection'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'

const toValues = ({ localPart }: SendingDomain) => ({ localPart })

export function ChangeAddressDialog({ domain }: { domain: SendingDomain }) {
  const t = useTranslations('sendingDomain')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={<Button size="small">{t('change')}</Button>}
      open={open}
      onOpenChange={setOpen}
      title={t('changeTitle')}
    >
      <ChangeAddressForm domain={domain} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

function ChangeAddressForm({ domain, onSaved }: { domain: SendingDomain; onSaved: () => void }) {
  const t = useTranslations('sendingDomain')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: toValues(domain) })
  const { baseline, conflictDetection } = useConflictDetection(domain, {
    toValues,
    describe: ({ localPart }) => [[t('form.localPart'), localPart]],
  })

  const save = async ({ localPart }: { localPart: string }) =>
    perform(async () => {
      await trpc.sendingDomain.update.mutate({ localPart, asRead: { localPart: baseline.current.localPart } })
      onSaved()
      return { success: t('changed') }
    })

  return (
    <Form form={form} onSubmit={save} conflictDetection={conflictDetection}>
      <FormField control={form.control} name="localPart" label={t('form.localPart')} help={t('form.localPartHelp')}>
        {(field) => <Input {...field} maxLength={64} autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
