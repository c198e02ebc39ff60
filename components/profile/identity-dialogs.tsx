'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { IdentityProviderId } from '@/server/auth/constants'
import { trpc } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'
import { PasswordConfirmForm } from './password-confirm-form'

type ConnectIdentityDialogProps = { provider: IdentityProviderId; name: string; hasPassword: boolean }

export function ConnectIdentityDialog({ provider, name, hasPassword }: ConnectIdentityDialogProps) {
  const t = useTranslations('profile.identities')
  const [hasFailed, setHasFailed] = useState(false)
  const connect = async (current: string) => {
    setHasFailed(false)
    const { data } = await trpc.account.beginConnect.mutate({ provider, current })
    const url = await fetchAuthorizationUrl(provider, data.token)
    if (url === null) setHasFailed(true)
    else location.assign(url)
  }
  return (
    <Dialog
      trigger={<Button aria-label={t('connectNamed', { name })}>{t('connect')}</Button>}
      size="small"
      title={t('connectNamed', { name })}
    >
      <PasswordConfirmForm hasPassword={hasPassword} action={t('continue')} onConfirm={connect}>
        <p className="text-ink-soft">{t('connectLead', { name })}</p>
        {hasFailed && <Callout tone="negative">{t('outcomes.failed')}</Callout>}
      </PasswordConfirmForm>
    </Dialog>
  )
}

/** Fetches the provider's authorization URL from the sign-in endpoint; null on failure. */
async function fetchAuthorizationUrl(provider: IdentityProviderId, token: string): Promise<string | null> {
  try {
    const response = await fetch('/sign-in/provider?next=/settings/profile', {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ provider, connect: token }),
    })
    const { to } = (await response.json()) as { to?: string }
    return response.ok && to !== undefined ? to : null
  } catch {
    // The dialog shows the error.
    return null
  }
}

type DisconnectIdentityDialogProps = { id: string; name: string; hasPassword: boolean }

export function DisconnectIdentityDialog({ id, name, hasPassword }: DisconnectIdentityDialogProps) {
  const t = useTranslations('profile.identities')
  const { perform } = useMutationAction()
  const [open, setOpen] = useState(false)
  const disconnect = async (current: string) =>
    perform(async () => {
      await trpc.account.disconnect.mutate({ id, current })
      setOpen(false)
      return { success: t('disconnected', { name }) }
    })
  return (
    <Dialog
      trigger={<Button aria-label={t('disconnectNamed', { name })}>{t('disconnect')}</Button>}
      open={open}
      onOpenChange={setOpen}
      size="small"
      title={t('disconnectTitle', { name })}
    >
      <PasswordConfirmForm hasPassword={hasPassword} action={t('disconnect')} isDangerous onConfirm={disconnect}>
        <p className="text-ink-soft">{t('disconnectLead')}</p>
      </PasswordConfirmForm>
    </Dialog>
  )
}
