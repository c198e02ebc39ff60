'use client'

import { Plus } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { REPLY_TEMPLATE_KINDS, REPLY_TEMPLATE_MAX_CHARACTERS } from '@/server/reply-templates/constants'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import type { Language } from '@/server/validation/schema'
import { usePropertyPlaceholders } from '../contact-properties/property-placeholders'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { FIRST_NAME_PLACEHOLDER, PlaceholderTextarea } from '../ui/forms/placeholder-textarea'
import { useConflictDetection } from '../ui/forms/use-conflict-detection'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { useMutationAction } from '../use-mutation-action'

/** @property template the one to edit, controlled by `open` and `onOpenChange`; omit for a button that creates one. */
type TemplateDialogProps = { template?: ReplyTemplate; open?: boolean; onOpenChange?: (open: boolean) => void }

export function TemplateDialog({ template, open, onOpenChange }: TemplateDialogProps) {
  const t = useTranslations('templates')
  const [ownOpen, setOwnOpen] = useOpenFromUrl('create')
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
  const t = useTranslations('templates')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: formFields(template) })
  const { control } = form
  const kind = useWatch({ control, name: 'kind' })
  const { baseline, conflictDetection } = useConflictDetection(template, {
    toValues: formFields,
    describe: (fields) => [
      [t('name'), fields.name],
      [t('text'), fields.texts.en],
      [t('textFr'), fields.texts.fr],
    ],
  })

  const propertyPlaceholders = usePropertyPlaceholders()
  const listPlaceholders = (language: Language) =>
    kind === 'review'
      ? [
          { text: AUTHOR_NAME[language], label: t('placeholders.author') },
          { text: '{{location}}', label: t('placeholders.location') },
          { text: '{{organization}}', label: t('placeholders.organization') },
        ]
      : [
          { text: FIRST_NAME_PLACEHOLDER[language], label: t('placeholders.firstName') },
          { text: '{{lastName}}', label: t('placeholders.lastName') },
          { text: '{{score}}', label: t('placeholders.score') },
          { text: '{{location}}', label: t('placeholders.location') },
          { text: '{{organization}}', label: t('placeholders.organization') },
          { text: '{{writer}}', label: t('placeholders.writer') },
          ...propertyPlaceholders,
        ]

  const save = async (fields: Fields) =>
    perform(async () => {
      const saved = baseline.current
      if (saved) {
        const { id, name, texts } = saved
        await trpc.replyTemplates.update.mutate({ id, ...fields, asRead: { name, texts } })
      } else await trpc.replyTemplates.create.mutate(fields)
      onSaved()
      return { success: t(template ? 'saved' : 'created') }
    })

  return (
    <Form form={form} onSubmit={save} {...(template ? { conflictDetection } : {})}>
      {/* Fixed after creation: the available placeholders depend on it. */}
      {!template && (
        <FormField control={control} name="kind" label={t('kind')}>
          {(field) => (
            <Select {...field} options={REPLY_TEMPLATE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
          )}
        </FormField>
      )}
      <FormField control={control} name="name" label={t('name')} help={t('nameHelp')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      {LANGUAGES.map((language) => (
        <FormField
          key={language}
          control={control}
          name={`texts.${language}`}
          label={t(language === 'en' ? 'text' : 'textFr')}
          {...(language === 'en' ? { help: t('oneLanguage') } : {})}
        >
          {(field) => (
            <PlaceholderTextarea
              {...field}
              lang={language}
              rows={4}
              maxLength={REPLY_TEMPLATE_MAX_CHARACTERS[kind]}
              placeholders={listPlaceholders(language)}
            />
          )}
        </FormField>
      ))}
      <FormActions>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          {template ? common('save') : t('create')}
        </Button>
      </FormActions>
    </Form>
  )
}

const LANGUAGES = ['en', 'fr'] as const

/** Name of the review's author, with a fallback. */
const AUTHOR_NAME = { en: '{{name|there}}', fr: '{{name|cher client}}' } as const

type Fields = ReturnType<typeof formFields>

function formFields(template: ReplyTemplate | undefined): Omit<ReplyTemplate, 'id'> {
  const { kind = 'response', name = '', texts = { en: '', fr: '' } } = template ?? {}
  return { kind, name, texts }
}
