'use client'

import { KeyRound, LogIn, MoreHorizontal, Pencil, Trash2, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTimeZone, useTranslations } from 'use-intl/react'
import type { ReviewSource } from '@/server/reviews/connections/schema'
import { formatTime } from '../format'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { Dialog } from '../ui/overlays/dialog'
import { toast } from '../ui/overlays/toast'
import { useMutationAction } from '../use-mutation-action'
import { CredentialsForm, hasManualCredentials } from './credentials-form'
import { DisconnectSourceDialog, RemoveSourceDialog } from './disconnect-source-dialog'
import { EditSourceForm } from './edit-source-form'
import { useGoogleConsent } from './google-consent-button'
import type { LocationOption } from './place-choice'

type SourceActionsProps = { source: ReviewSource; locations: readonly LocationOption[] }

export function SourceActions({ source, locations }: SourceActionsProps) {
  const t = useTranslations('reviews.sources')
  const { startGoogleConsent } = useGoogleConsent()
  const [open, setOpen] = useState<'edit' | 'credentials' | 'disconnect' | 'remove' | null>(null)
  const { id, kind, status, reviews } = source
  const isOff = status === 'disconnected'
  const hasNameOnly = kind === 'sandbox'
  const dialogProps = (name: NonNullable<typeof open>) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  })

  return (
    <>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t('detail.actions')} variant="secondary" />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          {t(hasNameOnly ? 'detail.rename' : 'detail.edit')}
        </MenuItem>
        {hasManualCredentials(source) && (
          <MenuItem icon={KeyRound} onSelect={() => setOpen('credentials')}>
            {t('detail.credentials')}
          </MenuItem>
        )}
        {kind === 'google' && (
          <MenuItem icon={LogIn} onSelect={() => void startGoogleConsent(id)}>
            {t('detail.signIn')}
          </MenuItem>
        )}
        <MenuSeparator />
        {isOff ? (
          <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('remove')}>
            {t(reviews > 0 ? 'detail.remove' : 'detail.removeSource')}
          </MenuItem>
        ) : (
          <MenuItem icon={Unplug} tone="danger" onSelect={() => setOpen('disconnect')}>
            {t('detail.disconnect')}
          </MenuItem>
        )}
      </Menu>
      {status === 'connected' && <SyncNow id={id} />}
      <Dialog {...dialogProps('edit')} title={t(hasNameOnly ? 'edit.titleName' : 'edit.title')} size="large">
        <EditSourceForm source={source} locations={locations} onSaved={() => setOpen(null)} />
      </Dialog>
      {hasManualCredentials(source) && (
        <Dialog {...dialogProps('credentials')} title={t('credentials.title')} description={t('credentials.body')}>
          <CredentialsForm source={source} onDone={() => setOpen(null)} />
        </Dialog>
      )}
      <DisconnectSourceDialog source={source} {...dialogProps('disconnect')} />
      <RemoveSourceDialog source={source} {...dialogProps('remove')} />
    </>
  )
}

function SyncNow({ id }: { id: string }) {
  const t = useTranslations('reviews.sources.detail')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const { run, pending } = useMutationAction()

  const sync = () =>
    run(async () => {
      const { nextSyncAt, failure } = (await trpc.reviewSources.syncNow.mutate({ id })).data
      const isPaused = failure?.code === 'rateLimited' && nextSyncAt !== null && new Date(nextSyncAt) > new Date()
      if (!isPaused) return { success: t('syncing') }
      toast.error(t('paused', { time: formatTime(nextSyncAt, locale, timeZone) }))
      return {}
    })
  return (
    <Button variant="primary" pending={pending} onClick={sync}>
      {t('sync')}
    </Button>
  )
}
