'use client'

import { Mail } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { v7 as uuidv7 } from 'uuid'
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
import { UnsavedGuard } from '../ui/forms/unsaved-guard'
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

type Fields = { subject: string; text: string }

/** The form opens only by its button, so that it is not mistaken for the internal note form. */
export function ReplyForm(props: ReplyFormProps) {
  const t = useTranslations('cases.reply')
  const [isOpen, setOpen] = useState(false)
  const [begun, setBegun] = useState<Fields | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Survives closing and reopening the form.
  const toDraftId = useDraftId()
  // Returns the focus to where the form was opened.
  const close = (left: Fields | null) => {
    setBegun(left)
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isOpen) return <OpenForm {...props} begun={begun} toDraftId={toDraftId} onClose={close} />
  return (
    <div>
      <UnsavedGuard active={begun !== null} />
      <Button ref={button} aria-keyshortcuts="r" onClick={() => setOpen(true)}>
        <Mail size={14} aria-hidden />
        {t(begun ? 'resume' : 'open')}
      </Button>
    </div>
  )
}

/** @property begun the unsent draft of a closed form. @property onClose receives the unsent draft. */
type OpenFormProps = ReplyFormProps & {
  begun: Fields | null
  toDraftId: (fields: Fields) => string
  onClose: (left: Fields | null) => void
}

function OpenForm(props: OpenFormProps) {
  const { responseId, subject, language, hints, isCaptured, begun, toDraftId, onClose, ...templates } = props
  const t = useTranslations('cases.reply')
  const { perform } = useMutationAction()
  const form = useForm<Fields>({ defaultValues: { subject, text: '' } })
  const isEmpty = useWatch({ control: form.control, name: 'text' }).trim() === ''
  useEffect(() => {
    // Set as dirty values, not as defaults: the draft is unsaved.
    if (begun) for (const name of ['subject', 'text'] as const) form.setValue(name, begun[name], { shouldDirty: true })
    // The user has just opened the form.
    form.setFocus('text')
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])

  async function send(fields: Fields) {
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
        <Button variant="ghost" onClick={() => onClose(writtenIn(form.getValues()))}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}

function writtenIn(fields: Fields): Fields | null {
  return fields.text.trim() === '' ? null : fields
}

/** Idempotency id per wording: a retry without an answer reuses it; a changed text is another email. */
function useDraftId() {
  const draft = useRef({ words: '', id: '' })
  return (fields: Fields) => {
    const words = JSON.stringify(fields)
    if (draft.current.words !== words) draft.current = { words, id: uuidv7() }
    return draft.current.id
  }
}
