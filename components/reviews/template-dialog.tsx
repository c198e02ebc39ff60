'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { ReplyTemplate } from '@/server/reviews/schema'
import { REPLY_MAX_CHARACTERS } from '@/server/reviews/vocabulary'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Textarea } from '../ui/controls/textarea'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { useShared } from '../ui/forms/shared'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenByAddress } from '../ui/overlays/open-by-address'
import { toast } from '../ui/overlays/toast'

export type TemplateDialogProps = {
  /** The one to edit, with `open` and `onOpenChange`; without one, a button that adds another. */
  template?: ReplyTemplate
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Adds a reply template, or edits one. */
export function TemplateDialog({ template, open, onOpenChange }: TemplateDialogProps) {
  const t = useTranslations('reviews.templates')
  const [ownOpen, setOwnOpen] = useOpenByAddress('create')
  const change = onOpenChange ?? setOwnOpen
  const trigger = (
    <Button variant="primary" aria-keyshortcuts="c">
      <Plus size={16} aria-hidden />
      {t('create')}
    </Button>
  )
  return (
    <Dialog
      {...(template ? {} : { trigger })}
      open={open ?? ownOpen}
      onOpenChange={change}
      title={t(template ? 'editTitle' : 'createTitle')}
    >
      <TemplateForm {...(template ? { template } : {})} onSaved={() => change(false)} />
    </Dialog>
  )
}

function TemplateForm({ template, onSaved }: { template?: ReplyTemplate; onSaved: () => void }) {
  const t = useTranslations('reviews.templates')
  const common = useTranslations('common')
  const router = useRouter()
  const form = useForm({ defaultValues: formFields(template) })
  const { control } = form
  const { asRead, shared } = useShared(template, {
    toValues: formFields,
    describe: (fields) => [
      [t('name'), fields.name],
      [t('text'), fields.texts.en],
      [t('textFr'), fields.texts.fr],
    ],
  })

  const save = async (fields: Fields) => {
    const read = asRead.current
    if (read) {
      const { id, ...before } = read
      await trpc.reviews.updateTemplate.mutate({ id, ...fields, asRead: before })
    } else await trpc.reviews.createTemplate.mutate(fields)
    toast.success(t(template ? 'saved' : 'created'))
    onSaved()
    router.refresh()
  }

  return (
    <Form form={form} onSubmit={save} {...(template ? { shared } : {})}>
      <FormField control={control} name="name" label={t('name')} help={t('nameHelp')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      <p className="text-13 text-ink-soft">{t('variables')}</p>
      <FormField control={control} name="texts.en" label={t('text')} help={t('oneLanguage')}>
        {(field) => <Textarea {...field} lang="en" rows={4} maxLength={REPLY_MAX_CHARACTERS} />}
      </FormField>
      <FormField control={control} name="texts.fr" label={t('textFr')}>
        {(field) => <Textarea {...field} lang="fr" rows={4} maxLength={REPLY_MAX_CHARACTERS} />}
      </FormField>
      <FormActions>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          {template ? common('save') : t('create')}
        </Button>
      </FormActions>
    </Form>
  )
}

type Fields = ReturnType<typeof formFields>

function formFields(template: ReplyTemplate | undefined) {
  return { name: template?.name ?? '', texts: template?.texts ?? { en: '', fr: '' } }
}
