'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ReviewSource } from '@/server/reviews/connections/schema'
import { trpc } from '../trpc'
import { Button, type ButtonStyleProps } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'
import { CredentialsForm, type SourceWithCredentials, usesCredentials } from './credentials-form'
import { SignInWithGoogle } from './sign-in-with-google'

export type ReconnectSourceActionProps = Pick<ButtonStyleProps, 'variant'> & { source: ReviewSource }

export function ReconnectSourceAction({ source, ...look }: ReconnectSourceActionProps) {
  const t = useTranslations('reviews.sources')
  const label = source.status === 'disconnected' ? t('trouble.reconnect') : t('detail.credentials')
  if (source.kind === 'google')
    return <SignInWithGoogle {...look} size="small" sourceId={source.id} label={t('detail.signIn')} />
  if (usesCredentials(source)) return <NewCredentials {...look} source={source} label={label} />
  return <SwitchOn {...look} id={source.id} />
}

type NewCredentialsProps = Pick<ButtonStyleProps, 'variant'> & { source: SourceWithCredentials; label: string }

function NewCredentials({ source, label, ...look }: NewCredentialsProps) {
  const t = useTranslations('reviews.sources.credentials')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={
        <Button {...look} size="small">
          {label}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      title={t('title')}
      description={t('body')}
    >
      <CredentialsForm source={source} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

/** The trial site needs no credentials. */
function SwitchOn({ id, ...look }: Pick<ButtonStyleProps, 'variant'> & { id: string }) {
  const t = useTranslations('reviews.sources')
  const { run, pending } = useMutationAction()
  const switchOn = () =>
    run(async () => {
      await trpc.reviewSources.reconnect.mutate({ id, kind: 'sandbox' })
      return { success: t('switchedOn') }
    })
  return (
    <Button {...look} size="small" pending={pending} onClick={switchOn}>
      {t('trouble.switchOn')}
    </Button>
  )
}
