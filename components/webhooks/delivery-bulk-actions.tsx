'use client'

import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { ConfirmBulkActionButton } from '@/components/ui/lists/confirm-bulk-action-button'
import { useBulkAction } from '@/components/ui/lists/use-bulk-action'

export function DeliveryBulkActions() {
  const t = useTranslations('lists.bulk')
  const { ids, run, pending } = useBulkAction()
  return (
    <ConfirmBulkActionButton
      action={t('resend')}
      icon={<RotateCw size={14} aria-hidden />}
      tone="primary"
      title={t('resendTitle', { count: ids.length })}
      pending={pending}
      onConfirm={async () =>
        run(
          async (id) => trpc.webhookConsole.resend.mutate({ id }),
          (count) => t('resent', { count }),
        )
      }
    >
      <p>{t('resendBody')}</p>
    </ConfirmBulkActionButton>
  )
}
