'use client'

import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { followingSubject, REPLY_MAX_CHARACTERS, SUBJECT_MAX_CHARACTERS } from '@/server/cases/vocabulary'
import type { Language } from '@/server/fields/schema'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import type { TemplateValues } from '@/server/reply-templates/vocabulary'
import { TemplateMenu } from '../reply-templates/template-menu'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Textarea } from '../ui/controls/textarea'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'

export type ReplyFormProps = {
  responseId: string
  subject: string
  language: Language
  templates: readonly ReplyTemplate[]
  values: TemplateValues<'response'>
  mayManage: boolean
  hints: readonly string[]
  /** The email is captured in the Outbox instead of being sent. */
  isCaptured: boolean
}

export type ReplyDraft = { subject: string; text: string }

export type ReplyEditorProps = ReplyFormProps & {
  /** Unsent text from before the form was closed. */
  begun: ReplyDraft | null
  toDraftId: (fields: ReplyDraft) => string
  onClose: (unsent: ReplyDraft | null) => void
}

export function ReplyEditor(props: ReplyEditorProps) {
  const { responseId, subject, language, hints, isCaptured, begun, toDraftId, onClose, ...templates } = props
  const t = useTranslations('cases.reply')
  const { perform } = useMutationAction()
  const form = useForm<ReplyDraft>({ defaultValues: { subject, text: '' } })
  const isEmpty = useWatch({ control: form.control, name: 'text' }).trim() === ''
  useEffect(() => {
    // Set as dirty values, not as defaults: the draft is unsaved.
    if (begun) for (const name of ['subject', 'text'] as const) form.setValue(name, begun[name], { shouldDirty: true })
    form.setFocus('text')
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])

  async function send(fields: ReplyDraft) {
    await perform(async () => {
      await trpc.responses.reply.mutate({ id: responseId, draftId: toDraftId(fields), ...fields })
      form.reset({ subject: followingSubject(fields.subject), text: '' })
      onClose(null)
      return { success: t(isCaptured ? 'kept' : 'queued') }
    })
  }

  return (
    <Form form={form} onSubmit={send} className="gap-3 rounded-card border bg-surface p-4">
      {hints.map((hint) => (
        <p key={hint} className="text-13 text-ink-soft">
          {hint}
        </p>
      ))}
      <FormField control={form.control} name="subject" label={t('subject')}>
        {(field) => <Input {...field} lang={language} maxLength={SUBJECT_MAX_CHARACTERS} />}
      </FormField>
      <FormField control={form.control} name="text" label={t('text')} help={t('about')}>
        {(field) => (
          <Textarea
            {...field}
            aria-keyshortcuts="r"
            lang={language}
            rows={6}
            maxLength={REPLY_MAX_CHARACTERS}
            placeholder={t('placeholder')}
          />
        )}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('send')}</SubmitButton>
        <TemplateMenu
          {...templates}
          language={language}
          isEmpty={isEmpty}
          onChoose={(text) => form.setValue('text', text, { shouldDirty: true })}
        />
        <Button variant="ghost" onClick={() => onClose(toUnsentDraft(form.getValues()))}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}

function toUnsentDraft(fields: ReplyDraft): ReplyDraft | null {
  return fields.text.trim() === '' ? null : fields
}
