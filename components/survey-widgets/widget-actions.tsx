'use client'

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SurveyWidget } from '@/server/survey-widgets/schema'
import type { LinkReferences } from '../survey-links/survey-link-form'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'
import { WidgetForm } from './lazy-parts'

type ActionsProps = { widget: SurveyWidget; references: LinkReferences; deletedHref?: string }

export function WidgetActions({ widget, references, deletedHref }: ActionsProps) {
  const t = useTranslations('surveyWidgets')
  const { run, perform } = useMutationAction()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { id: widgetId, surveyId, name, active } = widget
  const reference = { id: surveyId, widgetId }
  const close = (open: boolean) => !open && setDialog(null)
  const setActive = (isActive: boolean) =>
    run(async () => {
      await trpc.surveyWidgets.update.mutate({ ...reference, active: isActive })
      return { success: t(isActive ? 'resumed' : 'paused', { name }) }
    })
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`${t('columns.actions')}: ${name}`} size="small" />}>
        <MenuItem onSelect={() => setDialog('edit')}>{t('edit')}</MenuItem>
        <MenuItem onSelect={() => setActive(!active)}>{t(active ? 'pause' : 'resume')}</MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => setDialog('delete')}>{t('delete')}</MenuItem>
      </Menu>
      <Dialog open={dialog === 'edit'} onOpenChange={close} title={t('editTitle', { name })}>
        <WidgetForm surveyId={surveyId} widget={widget} references={references} onSaved={() => setDialog(null)} />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={close}
        title={t('deleteTitle', { name })}
        action={t('delete')}
        onConfirm={async () => {
          await perform(async () => {
            await trpc.surveyWidgets.delete.mutate(reference)
            return { success: t('deleted', { name }), href: deletedHref }
          })
        }}
      >
        <p>{t('deleteBody')}</p>
      </ConfirmDialog>
    </>
  )
}
