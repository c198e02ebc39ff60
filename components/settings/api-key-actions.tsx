'use client'

import { CirclePause, CirclePlay, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ApiKey } from '@/server/api-keys/schema'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function ApiKeyActions({ apiKey, isOwnPage = false }: { apiKey: ApiKey; isOwnPage?: boolean }) {
  const { id, name, isActive, subscriptions } = apiKey
  const t = useTranslations('settings.apiKeys')
  const { perform, run } = useMutationAction()
  const [openDialog, setOpenDialog] = useState<'revoke' | 'deactivate' | null>(null)

  const setActive = (active: boolean) => async () => {
    await trpc.apiKeys.setActive.mutate({ id, isActive: active })
    return {
      success: t(active ? 'activated' : 'deactivated', { name }),
      undo: async () => trpc.apiKeys.setActive.mutate({ id, isActive: !active }),
    }
  }
  const revoke = async () =>
    perform(async () => {
      await trpc.apiKeys.revoke.mutate({ id })
      return { success: t('revoked', { name }), href: isOwnPage ? '/settings/api-keys' : undefined }
    })

  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} size={isOwnPage ? 'medium' : 'small'} />}
      >
        {isActive ? (
          <MenuItem icon={CirclePause} onSelect={() => setOpenDialog('deactivate')}>
            {t('deactivate')}
          </MenuItem>
        ) : (
          <MenuItem icon={CirclePlay} onSelect={() => run(setActive(true))}>
            {t('activate')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpenDialog('revoke')}>
          {t('revoke')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={openDialog === 'deactivate'}
        onOpenChange={(open) => setOpenDialog(open ? 'deactivate' : null)}
        title={t('deactivateTitle', { name })}
        action={t('deactivate')}
        tone="primary"
        onConfirm={() => perform(setActive(false))}
      >
        <p>{t('deactivateBody')}</p>
        {subscriptions > 0 && <p>{t('deactivateSubscriptions', { count: subscriptions })}</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'revoke'}
        onOpenChange={(open) => setOpenDialog(open ? 'revoke' : null)}
        title={t('revokeTitle', { name })}
        action={t('revokeAction')}
        onConfirm={revoke}
      >
        <p>{t('revokeBody', { count: subscriptions })}</p>
      </ConfirmDialog>
    </>
  )
}
