'use client'

import { Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { BLOCKED_ADDRESSES_MAX, SUPPRESSION_NOTE_MAX_CHARACTERS } from '@/server/suppressions/constants'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Textarea } from '../ui/controls/textarea'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { useMutationAction } from '../use-mutation-action'

export function BlockAddressesDialog() {
  const t = useTranslations('suppressions')
  const [open, setOpen] = useOpenFromUrl('create')
  return (
    <Dialog
      trigger={
        <Button variant="primary" aria-keyshortcuts="c">
          <Plus size={16} aria-hidden />
          {t('add')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      title={t('addTitle')}
      description={t('addSentence')}
    >
      <BlockAddressesForm onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

function BlockAddressesForm({ onSaved }: { onSaved: () => void }) {
  const t = useTranslations('suppressions')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { addresses: '', note: '' } })
  const save = async (values: { addresses: string; note: string }) =>
    perform(async () => {
      const { data } = await trpc.suppressions.block.mutate(values)
      onSaved()
      return { success: t('added', { added: data.added }) }
    })
  return (
    <Form form={form} onSubmit={save}>
      <FormField
        control={form.control}
        name="addresses"
        label={t('addresses')}
        help={t('addressesHelp', { maximum: BLOCKED_ADDRESSES_MAX })}
      >
        {(field) => <Textarea {...field} rows={5} autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField control={form.control} name="note" label={t('note')} help={t('noteHelp')} optional>
        {(field) => <Input {...field} maxLength={SUPPRESSION_NOTE_MAX_CHARACTERS} autoComplete="off" />}
      </FormField>
      <FormActions>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          {t('addSubmit')}
        </Button>
      </FormActions>
    </Form>
  )
}
