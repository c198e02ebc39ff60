'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button, type ButtonStyleProps } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

/** The trial site needs no credentials. @property sourceId the source to reconnect; omit for a new one. */
type ConnectTrialSiteButtonProps = Pick<ButtonStyleProps, 'size' | 'variant'> & { sourceId?: string }

export function ConnectTrialSiteButton({ sourceId, ...look }: ConnectTrialSiteButtonProps) {
  const t = useTranslations('reviews.sources')
  const kinds = useTranslations('reviews.kinds')
  const { run, pending } = useMutationAction()
  const connect = () =>
    run(async () => {
      const success = t('switchedOn')
      if (sourceId === undefined) {
        const { data } = await trpc.reviewSources.connect.mutate({ kind: 'sandbox', name: kinds('sandbox') })
        return { success, href: `/settings/review-sources/${data.id}` }
      }
      await trpc.reviewSources.reconnect.mutate({ id: sourceId, kind: 'sandbox' })
      return { success }
    })
  return (
    <Button {...look} pending={pending} onClick={connect}>
      {t(sourceId === undefined ? 'new.sandbox.action' : 'trouble.switchOn')}
    </Button>
  )
}
