'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ReviewSource } from '@/server/reviews/connections/schema'
import { Button, type ButtonStyleProps } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { ConnectTrialSiteButton } from './connect-trial-site-button'
import { CredentialsForm, hasManualCredentials, type ManualCredentialsSource } from './credentials-form'
import { GoogleConsentButton } from './google-consent-button'

type Look = Pick<ButtonStyleProps, 'variant'>

export function ReconnectSourceAction({ source, ...look }: Look & { source: ReviewSource }) {
  const t = useTranslations('reviews.sources')
  if (source.kind === 'google')
    return <GoogleConsentButton {...look} size="small" sourceId={source.id} label={t('detail.signIn')} />
  if (hasManualCredentials(source)) return <NewCredentials {...look} source={source} />
  return <ConnectTrialSiteButton {...look} size="small" sourceId={source.id} />
}

function NewCredentials({ source, ...look }: Look & { source: ManualCredentialsSource }) {
  const t = useTranslations('reviews.sources')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={
        <Button {...look} size="small">
          {source.status === 'disconnected' ? t('trouble.reconnect') : t('detail.credentials')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      title={t('credentials.title')}
      description={t('credentials.body')}
    >
      <CredentialsForm source={source} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
