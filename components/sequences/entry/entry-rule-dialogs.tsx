'use client'

import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { Dialog } from '@/components/ui/overlays/dialog'
import { useMutationAction } from '@/components/use-mutation-action'
import type { EntryRule } from '@/server/sequences/entry/schema'
import type { SuggestedCause } from '../templates/sequence-templates'
import type { EntryChoices } from './describe-entry-rule'
import { EntryRuleForm } from './entry-rule-form'

type AddEntryRuleDialogProps = {
  sequenceId: string
  choices: EntryChoices
  suggestion?: SuggestedCause
  /** Of the button. */
  label?: string
}

export function AddEntryRuleDialog({ label, ...rule }: AddEntryRuleDialogProps) {
  const t = useTranslations('entry')
  const [open, setOpen] = useState(false)
  const button = (
    <Button variant="primary">
      <Plus size={16} aria-hidden />
      {label ?? t('add')}
    </Button>
  )
  return (
    <Dialog trigger={button} open={open} onOpenChange={setOpen} title={t('addTitle')}>
      <EntryRuleForm {...rule} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

/** @property sentence that describes the rule */
type EntryRuleActionsProps = { rule: EntryRule; sentence: string; choices: EntryChoices }

export function EntryRuleActions({ rule, sentence, choices }: EntryRuleActionsProps) {
  const t = useTranslations('entry')
  const { perform } = useMutationAction()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const remove = async () =>
    perform(async () => {
      await trpc.entryRules.delete.mutate({ id: rule.id })
      return { success: t('deleted') }
    })
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { rule: sentence })} size="small" />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          {t('edit')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <Dialog open={open === 'edit'} onOpenChange={(next) => setOpen(next ? 'edit' : null)} title={t('editTitle')}>
        <EntryRuleForm sequenceId={rule.sequenceId} rule={rule} choices={choices} onSaved={() => setOpen(null)} />
      </Dialog>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(next) => setOpen(next ? 'delete' : null)}
        title={t('deleteTitle')}
        action={t('delete')}
        onConfirm={remove}
      >
        <p>{t('deleteBody')}</p>
      </ConfirmDialog>
    </>
  )
}
