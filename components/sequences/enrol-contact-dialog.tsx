'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { MasterDataCombobox } from '@/components/master-data/master-data-combobox'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Form, FormActions, FormField } from '@/components/ui/forms/form'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import { Dialog } from '@/components/ui/overlays/dialog'
import { useMutationAction } from '@/components/use-mutation-action'

const EMPTY = { contacts: [{ email: '', firstName: '', phone: '' }], locationId: '', employeeId: '' }

type EnrolContactDialogProps = { id: string; name: string; needsPhone: boolean }

export function EnrolContactDialog({ id, name, needsPhone }: EnrolContactDialogProps) {
  const t = useTranslations('sequences')
  const { perform } = useMutationAction()
  const [open, setOpen] = useState(false)
  // Shaped like the API call, so that its validation errors map to the fields.
  const form = useForm({ defaultValues: EMPTY })

  async function submit({ contacts, locationId, employeeId }: typeof EMPTY) {
    await perform(async () => {
      const about = { locationId: locationId || null, employeeId: employeeId || null }
      const { data } = await trpc.sequences.execute.mutate({ id, contacts, ...about })
      setOpen(false)
      form.reset()
      const { email = '', reason } = data.results[0] ?? {}
      return { success: t(reason === undefined ? 'enrol.done' : 'enrol.doneWithoutMessage', { email }) }
    })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="primary">{t('enrol.action')}</Button>}
      title={t('enrol.title', { name })}
      description={t('enrol.sentence')}
    >
      <Form form={form} onSubmit={submit}>
        <FormField control={form.control} name="contacts.0.email" label={t('enrol.email')}>
          {(field) => <Input type="email" autoComplete="off" {...field} />}
        </FormField>
        <FormField control={form.control} name="contacts.0.firstName" label={t('enrol.firstName')} optional>
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
        {needsPhone && (
          <FormField
            control={form.control}
            name="contacts.0.phone"
            label={t('enrol.phone')}
            help={t('enrol.phoneHelp')}
          >
            {(field) => <Input type="tel" autoComplete="off" {...field} />}
          </FormField>
        )}
        {(['location', 'employee'] as const).map((kind) => (
          <FormField
            key={kind}
            control={form.control}
            name={`${kind}Id`}
            label={t(`enrol.${kind}`)}
            help={t(`enrol.${kind}Help`)}
            optional
          >
            {(field) => <MasterDataCombobox {...field} keepsUnmatchedText collection={`${kind}s`} />}
          </FormField>
        ))}
        <FormActions>
          <SubmitButton form={form}>{t('enrol.submit')}</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}
