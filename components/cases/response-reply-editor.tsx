'use client'

import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { REPLY_SUBJECT_MAX_CHARACTERS, RESPONSE_REPLY_MAX_CHARACTERS, toReplySubject } from '@/server/cases/constants'
import type { ReplyForm } from '@/server/cases/schema'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import { TemplateMenu } from '../reply-templates/template-menu'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Textarea } from '../ui/controls/textarea'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'

export type LazyResponseReplyEditorProps = Pick<ReplyForm, 'subject' | 'language' | 'values' | 'isCaptured'> & {
  responseId: string
  templates: readonly ReplyTemplate[]
  mayManage: boolean
  hints: readonly string[]
}

export type ResponseReplyDraft = { subject: string; text: string }

type ResponseReplyEditorProps = LazyResponseReplyEditorProps & {
  /** Unsent text from before the form was closed. */
  initialDraft: ResponseReplyDraft | null
  getDraftId: (fields: ResponseReplyDraft) => string
  onClose: (unsent: ResponseReplyDraft | null) => void
}

export function ResponseReplyEditor(props: ResponseReplyEditorProps) {
  const { responseId, subject, language, hints, isCaptured, initialDraft, getDraftId, onClose, ...templates } = props
  const t = useTranslations('cases.reply')
  const { perform } = useMutationAction()
  const form = useForm<ResponseReplyDraft>({ defaultValues: { subject, text: '' } })
  const isEmpty = useWatch({ control: form.control, name: 'text' }).trim() === ''
  useEffect(() => {
    // Set as dirty values, not as defaults: the draft is unsaved.
    if (initialDraft)
      for (const name of ['subject', 'text'] as const) form.setValue(name, initialDraft[name], { shouldDirty: true })
    form.setFocus('text')
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])

  async function send(fields: ResponseReplyDraft) {
    await perform(async () => {
      await trpc.responses.reply.mutate({ id: responseId, draftId: getDraftId(fields), ...fields })
      form.reset({ subject: toReplySubject(fields.subject), text: '' })
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
        {(field) => <Input {...field} lang={language} maxLength={REPLY_SUBJECT_MAX_CHARACTERS} />}
      </FormField>
      <FormField control={form.control} name="text" label={t('text')} help={t('about')}>
        {(field) => (
          <Textarea
            {...field}
            aria-keyshortcuts="r"
            lang={language}
            rows={6}
            maxLength={RESPONSE_REPLY_MAX_CHARACTERS}
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
        <Button variant="ghost" onClick={() => onClose(isEmpty ? null : form.getValues())}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}
