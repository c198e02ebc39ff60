'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { useMutationAction } from '@/components/use-mutation-action'

type DismissDuplicatesButtonProps = { id: string; otherId: string; names: { one: string; other: string } }

export function DismissDuplicatesButton({ id, otherId, names }: DismissDuplicatesButtonProps) {
  const t = useTranslations('merge')
  const { run, pending } = useMutationAction()
  return (
    <Button
      size="small"
      variant="ghost"
      pending={pending}
      aria-label={t('notTheSameNames', names)}
      onClick={() =>
        run(async () => {
          await trpc.contacts.dismissDuplicates.mutate({ id, otherId })
          return { success: t('dismissed') }
        })
      }
    >
      {t('notTheSame')}
    </Button>
  )
}
