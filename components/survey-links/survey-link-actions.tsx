'use client'

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SurveyLink } from '@/server/survey-links/schema'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'
import { SurveyLinkForm } from './lazy-forms'
import type { LinkReferences } from './survey-link-form'

type ActionsProps = { link: SurveyLink; references: LinkReferences; deletedHref?: string }

export function SurveyLinkActions({ link, references, deletedHref }: ActionsProps) {
  const t = useTranslations('sharing')
  const { run, perform } = useMutationAction()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { id: linkId, surveyId, name, active } = link
  const reference = { id: surveyId, linkId }
  const close = (open: boolean) => !open && setDialog(null)
  const setActive = (isActive: boolean) =>
    run(async () => {
      await trpc.surveyLinks.update.mutate({ ...reference, active: isActive })
      return { success: t(isActive ? 'reopened' : 'closed', { name }) }
    })
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`${t('columns.actions')}: ${name}`} size="small" />}>
        <MenuItem onSelect={() => setDialog('edit')}>{t('edit')}</MenuItem>
        <MenuItem onSelect={() => setActive(!active)}>{t(active ? 'close' : 'reopen')}</MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => setDialog('delete')}>{t('delete')}</MenuItem>
      </Menu>
      <Dialog open={dialog === 'edit'} onOpenChange={close} title={t('editTitle', { name })}>
        <SurveyLinkForm surveyId={surveyId} link={link} references={references} onSaved={() => setDialog(null)} />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={close}
        title={t('deleteTitle', { name })}
        action={t('delete')}
        onConfirm={async () => {
          await perform(async () => {
            await trpc.surveyLinks.delete.mutate(reference)
            return { success: t('deleted', { name }), href: deletedHref }
          })
        }}
      >
        <p>{t('deleteBody')}</p>
      </ConfirmDialog>
    </>
  )
}
