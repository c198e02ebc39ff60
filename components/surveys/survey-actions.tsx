import { Archive, ArchiveRestore, Copy, Download, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { toCopyName } from '@/components/to-copy-name'
import { trpc } from '@/components/trpc'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'
import type { SurveyStatus } from '@/server/surveys/schema'
import { downloadSurvey } from './survey-file'

export type SurveyActionsProps = {
  survey: { id: string; name: string; status: SurveyStatus; responses: number }
  alerts: readonly string[]
}

export function SurveyActions({ survey, alerts }: SurveyActionsProps) {
  const t = useTranslations('surveys')
  const locale = useLocale()
  const common = useTranslations('common')
  const { perform, run } = useMutationAction()
  const [openDialog, setOpenDialog] = useState<'archive' | 'delete' | null>(null)
  const { id, name, status, responses } = survey

  const change = (next: SurveyStatus) => async () => {
    await trpc.surveys.update.mutate({ id, status: next })
    return {
      success: next === 'archived' ? t('archivedToast') : t('restored'),
      undo: async () => trpc.surveys.update.mutate({ id, status }),
    }
  }

  const remove = async () => {
    await trpc.surveys.delete.mutate({ id })
    return { success: t('deleted'), undo: async () => trpc.surveys.undelete.mutate({ id }), href: '/surveys' }
  }

  const duplicate = async () => {
    const { data } = await trpc.surveys.duplicate.mutate({ id, name: toCopyName(name, t('copySuffix')) })
    return { success: t('duplicated'), href: `/surveys/${data.id}` }
  }

  const download = async () => {
    downloadSurvey((await trpc.surveys.get.query({ id })).data)
    return {}
  }

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={common('moreActions')} variant="secondary" />}>
        <MenuItem icon={Copy} onSelect={() => run(duplicate)}>
          {t('duplicate')}
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => run(download)}>
          {t('downloadJson')}
        </MenuItem>
        {status === 'active' ? (
          <MenuItem icon={Archive} onSelect={() => setOpenDialog('archive')}>
            {t('archive')}
          </MenuItem>
        ) : (
          <MenuItem icon={ArchiveRestore} onSelect={() => run(change('active'))}>
            {t('restore')}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpenDialog('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={openDialog === 'archive'}
        onOpenChange={(open) => !open && setOpenDialog(null)}
        title={t('archiveTitle', { name })}
        action={t('archive')}
        tone="primary"
        onConfirm={() => perform(change('archived'))}
      >
        <p>{t('archiveBody')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'delete'}
        onOpenChange={(open) => !open && setOpenDialog(null)}
        title={t('deleteTitle', { name })}
        action={t('delete')}
        onConfirm={() => perform(remove)}
      >
        <p>{t('deleteBody', { count: responses })}</p>
        {alerts.length > 0 && (
          <p>{t('deleteAlerts', { count: alerts.length, names: new Intl.ListFormat(locale).format(alerts) })}</p>
        )}
      </ConfirmDialog>
    </>
  )
}
