'use client'

import { useForm } from 'react-hook-form'
import { useLocale, useTimeZone, useTranslations } from 'use-intl/react'
import type { PendingReplyTo } from '@/server/sender-profile/schema'
import { formatDate } from '../format'
import { trpc } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Form, FormField } from '../ui/forms/form'
import { useMutationAction } from '../use-mutation-action'

/** Asks an address that is no member's to receive the replies of customers. */
export function ReplyToSection({ pending }: { pending: PendingReplyTo | null }) {
  const t = useTranslations('sender.replyTo')
  const form = useForm({ defaultValues: { email: '' } })
  const { perform } = useMutationAction()
  const request = async ({ email }: { email: string }) =>
    perform(async () => {
      await trpc.sender.requestReplyTo.mutate({ email })
      form.reset()
      return { success: t('sent', { email }) }
    })
  return (
    <Section title={t('title')} description={t('help')} frame="card">
      <div className="grid gap-5">
        {pending && <PendingReplyToNotice {...pending} />}
        <Form form={form} onSubmit={request} guardsUnsaved={false}>
          <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start">
            <FormField control={form.control} name="email" label={t('email')}>
              {(field) => <Input {...field} type="email" maxLength={254} autoComplete="off" />}
            </FormField>
            <Button type="submit" pending={form.formState.isSubmitting} className="justify-self-start">
              {t('send')}
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  )
}

function PendingReplyToNotice({ email, expiresAt, isExpired }: PendingReplyTo) {
  const t = useTranslations('sender.replyTo')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const { run, pending } = useMutationAction()
  const resend = () =>
    run(async () => {
      await trpc.sender.requestReplyTo.mutate({ email })
      return { success: t('sent', { email }) }
    })
  const cancel = () =>
    run(async () => {
      await trpc.sender.cancelReplyTo.mutate()
      return { success: t('cancelled') }
    })
  const actions = (
    <div className="flex flex-wrap gap-2">
      <Button size="small" pending={pending} onClick={resend}>
        {t('again')}
      </Button>
      <Button size="small" variant="ghost" disabled={pending} onClick={cancel}>
        {t('cancel')}
      </Button>
    </div>
  )
  return (
    <Callout
      tone={isExpired ? 'neutral' : 'info'}
      title={t(isExpired ? 'expiredTitle' : 'pendingTitle', { email })}
      action={actions}
    >
      {isExpired ? t('expired') : t('pending', { date: formatDate(expiresAt, locale, timeZone) })}
    </Callout>
  )
}
