'use client'

import { Trash2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { NOTE_MAX_CHARACTERS } from '@/server/cases/constants'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Textarea } from '../ui/controls/textarea'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function NoteForm({ responseId }: { responseId: string }) {
  const t = useTranslations('cases')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { text: '' } })

  async function save({ text }: { text: string }) {
    await perform(async () => {
      await trpc.responses.addNote.mutate({ id: responseId, text })
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
            aria-keyshortcuts="n"
            maxLength={NOTE_MAX_CHARACTERS}
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

export function DeleteNoteDialog({ id, authorName }: { id: string; authorName: string }) {
  const t = useTranslations('cases')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<IconButton icon={Trash2} size="small" label={t('deleteNote', { name: authorName })} />}
      title={t('deleteNoteTitle')}
      action={t('delete')}
      onConfirm={async () =>
        perform(async () => {
          await trpc.responses.deleteNote.mutate({ id })
          return { success: t('noteDeleted') }
        })
      }
    >
      <p>{t('deleteNoteBody')}</p>
    </ConfirmDialog>
  )
}
