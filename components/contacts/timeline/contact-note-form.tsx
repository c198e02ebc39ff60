'use client'

import { Trash2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Textarea } from '@/components/ui/controls/textarea'
import { Form, FormActions, FormField } from '@/components/ui/forms/form'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'
import { CONTACT_NOTE_MAX_CHARACTERS } from '@/server/contacts/timeline/constants'

export function ContactNoteForm({ contactId }: { contactId: string }) {
  const t = useTranslations('timeline')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { text: '' } })

  async function save({ text }: { text: string }) {
    await perform(async () => {
      await trpc.contacts.addNote.mutate({ id: contactId, text })
      form.reset({ text: '' })
      return { success: t('noteAdded') }
    })
  }

  return (
    <Form form={form} onSubmit={save} className="gap-3">
      <FormField control={form.control} name="text" label={t('note')} hideLabel>
        {(field) => (
          <Textarea
            {...field}
            rows={2}
            aria-keyshortcuts="n"
            maxLength={CONTACT_NOTE_MAX_CHARACTERS}
            placeholder={t('notePlaceholder')}
          />
        )}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('addNote')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

export function DeleteContactNoteDialog({ id, authorName }: { id: string; authorName: string }) {
  const t = useTranslations('timeline')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<IconButton icon={Trash2} size="small" label={t('deleteNote', { name: authorName })} />}
      title={t('deleteNoteTitle')}
      action={t('delete')}
      onConfirm={async () =>
        perform(async () => {
          await trpc.contacts.deleteNote.mutate({ id })
          return { success: t('noteDeleted') }
        })
      }
    >
      <p>{t('deleteNoteBody')}</p>
    </ConfirmDialog>
  )
}
