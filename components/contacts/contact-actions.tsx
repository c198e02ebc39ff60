'use client'

import { Download, Ellipsis, MailCheck, MailX, Merge, Send, Tag, Tags, Trash2, Workflow } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/controls/menu'
import { useMutationAction } from '@/components/use-mutation-action'
import type { BulkActionType } from '@/server/bulk-actions/constants'
import { DeleteContactDialog } from './delete-contact-dialog'

// Loads once an action is chosen.
const BulkActionDialog = dynamic(() =>
  import('../bulk-actions/bulk-action-dialog').then((module) => module.BulkActionDialog),
)

/** Bulk actions that need no choice of a property: the same on one contact. */
const ACTIONS = [
  { type: 'enrol', icon: Workflow },
  { type: 'sendSurvey', icon: Send },
  { type: 'addTags', icon: Tag },
  { type: 'removeTags', icon: Tags },
] as const

type ContactActionsProps = {
  id: string
  name: string
  isAdmin: boolean
  unsubscribed: boolean
  /** By themselves: only they can subscribe again. */
  hasOptedOut: boolean
}

export function ContactActions({ id, name, isAdmin, unsubscribed, hasOptedOut }: ContactActionsProps) {
  const t = useTranslations('contacts')
  const actions = useTranslations('bulkActions.names')
  const router = useRouter()
  const { run } = useMutationAction()
  const [isDeleting, setIsDeleting] = useState(false)
  const [chosen, setChosen] = useState<BulkActionType | null>(null)

  function setUnsubscribed(next: boolean) {
    run(async () => {
      await trpc.contacts.update.mutate({ id, unsubscribed: next })
      return { success: t(next ? 'unsubscribedToast' : 'resubscribedToast') }
    })
  }

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} />}>
        {ACTIONS.map(({ type, icon }) => (
          <MenuItem key={type} icon={icon} onSelect={() => setChosen(type)}>
            {actions(type)}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={Merge} onSelect={() => router.push(`/contacts/${id}/merge`)}>
          {t('merge')}
        </MenuItem>
        {!hasOptedOut && (
          <MenuItem icon={unsubscribed ? MailCheck : MailX} onSelect={() => setUnsubscribed(!unsubscribed)}>
            {t(unsubscribed ? 'resubscribe' : 'unsubscribe')}
          </MenuItem>
        )}
        {isAdmin && (
          <MenuItem icon={Download} onSelect={() => window.location.assign(`/api/contact-data?id=${id}`)}>
            {t('exportData')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setIsDeleting(true)}>
          {t('delete')}
        </MenuItem>
      </Menu>
      {chosen !== null && (
        <BulkActionDialog
          type={chosen}
          selection={{ ids: [id] }}
          count={1}
          properties={[]}
          onClose={() => setChosen(null)}
        />
      )}
      <DeleteContactDialog id={id} name={name} mayErase={isAdmin} open={isDeleting} onOpenChange={setIsDeleting} />
    </>
  )
}
