import { Archive, ArchiveRestore, Copy, MoreHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { type MutationFunction, useMutationAction } from '@/components/use-mutation-action'
import type { SequenceStatus } from '@/server/sequences/schema'

type SequenceActionsProps = { id: string; name: string; status: SequenceStatus; activeSendings: number }

type ConfirmedAction = 'pause' | 'archive' | 'delete'

export function SequenceActions({ id, name, status, activeSendings }: SequenceActionsProps) {
  const t = useTranslations('sequences')
  const { perform, run, pending } = useMutationAction()
  const [confirming, setConfirming] = useState<ConfirmedAction | null>(null)

  const change = (next: SequenceStatus, success: string) => async () => {
    const { changeSequenceStatus } = await import('./change-sequence')
    return { success, undo: await changeSequenceStatus(id, { before: status, next, activeSendings }) }
  }

  const actions: Record<ConfirmedAction, MutationFunction> = {
    pause: change('paused', t('paused')),
    archive: change('archived', t('archived')),
    delete: async () => {
      const { deleteSequence } = await import('./change-sequence')
      await deleteSequence(id)
      return { success: t('deleted'), href: '/sequences' }
    },
  }

  async function duplicate() {
    const { duplicateSequence } = await import('./change-sequence')
    return {
      success: t('duplicatedSequence'),
      href: `/sequences/${await duplicateSequence(id, name, t('copySuffix'))}`,
    }
  }

  return (
    <>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t('actions')} variant="secondary" />}>
        <MenuItem icon={Copy} onSelect={() => run(duplicate)}>
          {t('duplicate')}
        </MenuItem>
        {status === 'archived' ? (
          <MenuItem icon={ArchiveRestore} onSelect={() => run(change('draft', t('restored')))}>
            {t('restore')}
          </MenuItem>
        ) : (
          <MenuItem icon={Archive} onSelect={() => setConfirming('archive')}>
            {t('archive')}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setConfirming('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      {status === 'active' && <Button onClick={() => setConfirming('pause')}>{t('pause')}</Button>}
      {(status === 'paused' || status === 'draft') && (
        <Button
          pending={pending}
          onClick={() => run(change('active', t(status === 'paused' ? 'resumed' : 'activated')))}
        >
          {t(status === 'paused' ? 'resume' : 'activate')}
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setConfirming(null)}
          title={t(`${confirming}Title`, { name })}
          action={t(confirming)}
          tone={confirming === 'pause' ? 'primary' : 'danger'}
          onConfirm={() => perform(actions[confirming])}
        >
          <p>{t(`${confirming}Body`, { count: activeSendings })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
