'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useParseCallError } from '../trpc'
import { Button, type ButtonStyleProps } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

/** @property sourceId the source to reconnect; omit for a new one. @property label instead of "Sign in with Google". */
type GoogleConsentButtonProps = Pick<ButtonStyleProps, 'size' | 'variant'> & { sourceId?: string; label?: string }

export function GoogleConsentButton({ sourceId, label, ...look }: GoogleConsentButtonProps) {
  const t = useTranslations('reviews.sources')
  const { pending, startGoogleConsent } = useGoogleConsent()
  return (
    <Button {...look} pending={pending} onClick={() => void startGoogleConsent(sourceId)}>
      {label ?? t('new.google.action')}
    </Button>
  )
}

export function useGoogleConsent() {
  const toFailure = useParseCallError()
  const [pending, setPending] = useState(false)
  const startGoogleConsent = async (sourceId?: string) => {
    setPending(true)
    try {
      const { data } = await trpc.reviewSources.beginGoogle.mutate(sourceId === undefined ? {} : { sourceId })
      // Stays pending until the browser navigates.
      window.location.assign(data.url)
    } catch (error) {
      setPending(false)
      toast.error(toFailure(error).summary)
    }
  }
  return { pending, startGoogleConsent }
}
