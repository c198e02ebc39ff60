'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

type ResendDeliveryDialogProps = { id: string; subscriptionId: string; hookUrl: string }

export function ResendDeliveryDialog({ id, subscriptionId, hookUrl }: ResendDeliveryDialogProps) {
  const t = useTranslations('webhooks.delivery')
  const { perform } = useMutationAction()
  const resend = async () =>
    perform(async () => {
      const { data } = await trpc.webhookConsole.resend.mutate({ id })
      return { success: t('resent'), href: `/settings/webhooks/${subscriptionId}/deliveries/${data.id}` }
    })
  return (
    <ConfirmDialog
      trigger={<Button variant="primary">{t('resend')}</Button>}
      title={t('resendTitle')}
      action={t('resend')}
      tone="primary"
      onConfirm={resend}
    >
      <p className="wrap-anywhere">{t('resendBody', { url: hookUrl })}</p>
    </ConfirmDialog>
  )
}
