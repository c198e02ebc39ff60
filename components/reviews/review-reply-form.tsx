'use client'

import { useForm, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatNumber } from '@/components/format'
import { TemplateMenu } from '@/components/reply-templates/template-menu'
import { trpc } from '@/components/trpc'
import { cn } from '@/components/ui/cn'
import { Button } from '@/components/ui/controls/button'
import { Textarea } from '@/components/ui/controls/textarea'
import { Form, FormActions, FormField } from '@/components/ui/forms/form'
import { useConflictDetection } from '@/components/ui/forms/use-conflict-detection'
import { useMutationAction } from '@/components/use-mutation-action'
import type { ReplyTemplateValues } from '@/server/reply-templates/constants'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import { REVIEW_REPLY_MAX_CHARACTERS } from '@/server/reviews/constants'
import type { ReviewDetail } from '@/server/reviews/schema'

export type ReviewReplyFormProps = {
  review: Pick<ReviewDetail, 'id' | 'author' | 'location' | 'reply' | 'replyMaxBytes'>
  site: { name: string; reach: 'now' | 'later' | 'never' }
  organization: string
  templates: readonly ReplyTemplate[]
  mayManage: boolean
  onDone?: () => void
}
type Fields = { text: string }
type Values = ReplyTemplateValues<'review'>

export function ReviewReplyForm({ review, site, organization, templates, mayManage, onDone }: ReviewReplyFormProps) {
  const t = useTranslations('reviews.reply')
  const { perform } = useMutationAction()
  const { id, reply, replyMaxBytes } = review
  const form = useForm<Fields>({ defaultValues: { text: reply?.text ?? '' } })
  const text = useWatch({ control: form.control, name: 'text' })
  const { baseline, conflictDetection } = useConflictDetection(
    { replyText: reply?.text ?? '' },
    { toValues: ({ replyText }) => ({ text: replyText }), describe: (fields) => [[t('label'), fields.text]] },
  )

  const save = async (fields: Fields) =>
    perform(async () => {
      if (reply === null) await trpc.reviews.reply.mutate({ id, ...fields })
      else await trpc.reviews.updateReply.mutate({ id, ...fields, asRead: { replyText: baseline.current.replyText } })
      onDone?.()
      return {
        success: reply !== null ? t('changed') : site.reach === 'now' ? t('posted', { site: site.name }) : t('kept'),
      }
    })

  return (
    <Form form={form} onSubmit={save} className="gap-3" {...(reply ? { conflictDetection } : {})}>
      <FormField
        control={form.control}
        name="text"
        label={t('label')}
        hideLabel
        help={<LengthCounter text={text.trim()} site={site.name} maxBytes={replyMaxBytes} />}
      >
        {(field) => <Textarea {...field} rows={5} placeholder={t('placeholder')} />}
      </FormField>
      {site.reach !== 'now' && (
        <p className="text-13 text-ink-soft">
          {t(site.reach === 'later' ? 'mustReconnect' : 'notConnected', { site: site.name })}
        </p>
      )}
      <FormActions>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          {reply !== null ? t('save') : site.reach === 'never' ? t('keep') : t('post')}
        </Button>
        <TemplateMenu
          templates={templates}
          values={{ name: review.author ?? '', location: review.location?.name ?? '', organization } satisfies Values}
          mayManage={mayManage}
          isEmpty={text.trim() === ''}
          onChoose={(chosen) => form.setValue('text', chosen, { shouldDirty: true })}
        />
        {onDone && (
          <Button variant="ghost" onClick={onDone}>
            {t('cancel')}
          </Button>
        )}
      </FormActions>
    </Form>
  )
}

type LengthCounterProps = { text: string; site: string; maxBytes: number | null }

function LengthCounter({ text, site, maxBytes }: LengthCounterProps) {
  const t = useTranslations('reviews.reply')
  const locale = useLocale()
  const characters = Array.from(text).length
  const bytes = new TextEncoder().encode(text).length
  const formatUsage = (used: number, max: number) => ({
    used: formatNumber(used, locale),
    max: formatNumber(max, locale),
  })
  return (
    <span className="figures flex flex-wrap gap-x-4">
      <span className={cn(characters > REVIEW_REPLY_MAX_CHARACTERS && 'text-negative-text')}>
        {t('characters', formatUsage(characters, REVIEW_REPLY_MAX_CHARACTERS))}
      </span>
      {maxBytes !== null && (
        <span className={cn(bytes > maxBytes && 'text-negative-text')} data-tip={t('bytesHelp', { site })}>
          {t('bytes', { ...formatUsage(bytes, maxBytes), site })}
        </span>
      )}
    </span>
  )
}
