'use client'

import { Archive, ArchiveRestore, MoreHorizontal, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { toast } from '@/components/ui/overlays/toast'
import { useSayWithUndo } from '@/components/ui/overlays/use-undo'
import type { SequenceStatus } from '@/server/sequences/schema'

export type SequenceActionsProps = { id: string; name: string; status: SequenceStatus; underWay: number }

type Question = 'pause' | 'archive' | 'delete'

export function SequenceActions({ id, name, status, underWay }: SequenceActionsProps) {
  const t = useTranslations('sequences')
  const toFailure = useToFailure()
  const router = useRouter()
  const sayWithUndo = useSayWithUndo()
  const [asking, setAsking] = useState<Question | null>(null)
  const [pending, setPending] = useState(false)

  async function change(next: SequenceStatus, done: string) {
    await trpc.sequences.setStatus.mutate({ id, status: next })
    // Archiving stops enrollments irreversibly, so it offers no undo.
    if (next === 'archived' && underWay > 0) toast.success(done)
    else sayWithUndo(done, async () => trpc.sequences.setStatus.mutate({ id, status }))
    router.refresh()
  }

  async function changeAtOnce(next: SequenceStatus, done: string) {
    setPending(true)
    try {
      await change(next, done)
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
  }

  async function remove() {
    await trpc.sequences.delete.mutate({ id })
    toast.success(t('deleted'))
    router.push('/sequences')
    router.refresh()
  }

  const deeds: Record<Question, () => Promise<void>> = {
    pause: () => change('paused', t('paused')),
    archive: () => change('archived', t('archived')),
    delete: remove,
  }

  return (
    <>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t('actions')} variant="secondary" />}>
        {status === 'archived' ? (
          <MenuItem icon={ArchiveRestore} onSelect={() => void changeAtOnce('draft', t('restored'))}>
            {t('restore')}
          </MenuItem>
        ) : (
          <MenuItem icon={Archive} onSelect={() => setAsking('archive')}>
            {t('archive')}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      {status === 'active' && <Button onClick={() => setAsking('pause')}>{t('pause')}</Button>}
      {status === 'paused' && (
        <Button pending={pending} onClick={() => void changeAtOnce('active', t('resumed'))}>
          {t('resume')}
        </Button>
      )}
      {status === 'draft' && (
        <Button pending={pending} onClick={() => void changeAtOnce('active', t('activated'))}>
          {t('activate')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(null)}
          title={t(`${asking}Title`, { name })}
          action={t(asking)}
          tone={asking === 'pause' ? 'primary' : 'danger'}
          onConfirm={deeds[asking]}
        >
          <p>{t(`${asking}Body`, { count: underWay })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
