'use client'

import { Archive, ArchiveRestore, Ellipsis, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '@/components/trpc'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { toast } from '@/components/ui/overlays/toast'
import { useSayWithUndo } from '@/components/ui/overlays/use-undo'
import type { SurveyStatus } from '@/server/surveys/schema'

export type SurveyActionsProps = {
  survey: { id: string; name: string; status: SurveyStatus; responses: number }
  alerts: readonly string[]
}

export function SurveyActions({ survey, alerts }: SurveyActionsProps) {
  const t = useTranslations('surveys')
  const locale = useLocale()
  const toFailure = useToFailure()
  const common = useTranslations('common')
  const router = useRouter()
  const sayWithUndo = useSayWithUndo()
  const [asking, setAsking] = useState<'archive' | 'delete' | null>(null)
  const { id, name, status, responses } = survey

  async function change(next: SurveyStatus) {
    await trpc.surveys.update.mutate({ id, status: next })
    sayWithUndo(next === 'archived' ? t('archivedToast') : t('restored'), async () =>
      trpc.surveys.update.mutate({ id, status }),
    )
    router.refresh()
  }

  async function restore() {
    try {
      await change('active')
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
  }

  async function remove() {
    await trpc.surveys.delete.mutate({ id })
    sayWithUndo(t('deleted'), async () => trpc.surveys.undelete.mutate({ id }))
    router.push('/surveys')
    router.refresh()
  }

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={common('moreActions')} variant="secondary" />}>
        {status === 'active' ? (
          <MenuItem icon={Archive} onSelect={() => setAsking('archive')}>
            {t('archive')}
          </MenuItem>
        ) : (
          <MenuItem icon={ArchiveRestore} onSelect={() => void restore()}>
            {t('restore')}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking === 'archive'}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t('archiveTitle', { name })}
        action={t('archive')}
        tone="primary"
        onConfirm={() => change('archived')}
      >
        <p>{t('archiveBody')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t('deleteTitle', { name })}
        action={t('delete')}
        onConfirm={remove}
      >
        <p>{t('deleteBody', { count: responses })}</p>
        {alerts.length > 0 && (
          <p>{t('deleteAlerts', { count: alerts.length, names: new Intl.ListFormat(locale).format(alerts) })}</p>
        )}
      </ConfirmDialog>
    </>
  )
}
