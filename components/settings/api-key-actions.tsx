'use client'

import { CirclePause, CirclePlay, Ellipsis, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ApiKey } from '@/server/api-keys/schema'
import { trpc, useToFailure } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuLine } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'
import { useSayWithUndo } from '../ui/overlays/use-undo'

export function ApiKeyActions({ apiKey, isOwnPage = false }: { apiKey: ApiKey; isOwnPage?: boolean }) {
  const { id, name, isActive, subscriptions } = apiKey
  const t = useTranslations('settings.apiKeys')
  const toFailure = useToFailure()
  const router = useRouter()
  const sayWithUndo = useSayWithUndo()
  const [asking, setAsking] = useState<'revoke' | 'deactivate' | null>(null)

  const setActive = async (active: boolean) => {
    await trpc.apiKeys.setActive.mutate({ id, isActive: active })
    sayWithUndo(t(active ? 'activated' : 'deactivated', { name }), async () =>
      trpc.apiKeys.setActive.mutate({ id, isActive: !active }),
    )
    router.refresh()
  }
  const revoke = async () => {
    await trpc.apiKeys.revoke.mutate({ id })
    toast.success(t('revoked', { name }))
    if (isOwnPage) router.push('/settings/api-keys')
    else router.refresh()
  }

  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} size={isOwnPage ? 'medium' : 'small'} />}
      >
        {isActive ? (
          <MenuItem icon={CirclePause} onSelect={() => setAsking('deactivate')}>
            {t('deactivate')}
          </MenuItem>
        ) : (
          <MenuItem
            icon={CirclePlay}
            onSelect={() => void setActive(true).catch((error: unknown) => toast.error(toFailure(error).summary))}
          >
            {t('activate')}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking('revoke')}>
          {t('revoke')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking === 'deactivate'}
        onOpenChange={(open) => setAsking(open ? 'deactivate' : null)}
        title={t('deactivateTitle', { name })}
        action={t('deactivate')}
        tone="primary"
        onConfirm={() => setActive(false)}
      >
        <p>{t('deactivateBody')}</p>
        {subscriptions > 0 && <p>{t('deactivateSubscriptions', { count: subscriptions })}</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'revoke'}
        onOpenChange={(open) => setAsking(open ? 'revoke' : null)}
        title={t('revokeTitle', { name })}
        action={t('revokeAction')}
        onConfirm={revoke}
      >
        <p>{t('revokeBody', { count: subscriptions })}</p>
      </ConfirmDialog>
    </>
  )
}
