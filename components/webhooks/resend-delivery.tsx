'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

export type ResendDeliveryProps = { id: string; subscriptionId: string; hookUrl: string }

export function ResendDelivery({ id, subscriptionId, hookUrl }: ResendDeliveryProps) {
  const t = useTranslations('webhooks.delivery')
  const router = useRouter()
  const resend = async () => {
    const { data } = await trpc.webhookConsole.resend.mutate({ id })
    toast.success(t('resent'))
    router.push(`/settings/webhooks/${subscriptionId}/deliveries/${data.id}`)
    router.refresh()
  }
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
