'use client'

import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'
import { TemplateDialog } from './template-dialog'

export function TemplateActions({ template }: { template: ReplyTemplate }) {
  const t = useTranslations('templates')
  const { perform } = useMutationAction()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { id, name } = template

  const remove = async () =>
    perform(async () => {
      await trpc.replyTemplates.delete.mutate({ id })
      return { success: t('deleted') }
    })

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} size="small" />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          {t('edit')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <TemplateDialog
        template={template}
        open={open === 'edit'}
        onOpenChange={(next) => setOpen(next ? 'edit' : null)}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(next) => setOpen(next ? 'delete' : null)}
        title={t('deleteTitle', { name })}
        action={t('deleteAction')}
        onConfirm={remove}
      >
        <p>{t('deleteBody')}</p>
      </ConfirmDialog>
    </>
  )
}
