'use client'

import { Tag, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useParseCallError } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Field } from '@/components/ui/forms/field'
import { readFormValue } from '@/components/ui/forms/form-values'
import { ConfirmBulkActionButton } from '@/components/ui/lists/confirm-bulk-action-button'
import { useSelection } from '@/components/ui/lists/selection'
import { useBulkAction } from '@/components/ui/lists/use-bulk-action'
import { Popover, useClosePopover } from '@/components/ui/overlays/popover'
import { useMutationAction } from '@/components/use-mutation-action'

// Loads once rows are selected.
const EnrolSelected = dynamic(() => import('./enrol-contacts-dialog').then((module) => module.EnrolContactsDialog))

export function ContactBulkActions() {
  const t = useTranslations('lists.bulk')
  const { ids, run, pending } = useBulkAction()
  return (
    <>
      <EnrolSelected />
      <TagButton change="add" />
      <TagButton change="remove" />
      <ConfirmBulkActionButton
        action={t('delete')}
        icon={<Trash2 size={14} aria-hidden />}
        title={t('deleteContacts', { count: ids.length })}
        pending={pending}
        onConfirm={async () =>
          run(
            async (id) => trpc.contacts.delete.mutate({ id }),
            (count) => t('contactsDeleted', { count }),
          )
        }
      >
        <p>{t('deleteContactsBody')}</p>
      </ConfirmBulkActionButton>
    </>
  )
}

type Change = 'add' | 'remove'

function TagButton({ change }: { change: Change }) {
  const t = useTranslations('lists.bulk')
  return (
    <Popover
      className="w-64"
      trigger={
        <Button size="small">
          {change === 'add' && <Tag size={14} aria-hidden />}
          {t(change === 'add' ? 'tag' : 'untag')}
        </Button>
      }
    >
      <TagForm change={change} />
    </Popover>
  )
}

function TagForm({ change }: { change: Change }) {
  const t = useTranslations('lists.bulk')
  const { perform } = useMutationAction()
  const close = useClosePopover()
  const toFailure = useParseCallError()
  const { ids } = useSelection()
  const [fault, setFault] = useState<string>()
  const [pending, setPending] = useState(false)

  async function save(form: FormData) {
    setPending(true)
    try {
      await perform(async () => {
        const { data } = await trpc.contacts.changeTags.mutate({
          ids: [...ids],
          [change]: [readFormValue(form, 'tag').trim()],
        })
        close()
        return { success: t(change === 'add' ? 'tagged' : 'untagged', { count: data.changed }) }
      })
    } catch (error) {
      setFault(toFailure(error).summary)
      setPending(false)
    }
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save(new FormData(event.currentTarget))
      }}
    >
      <Field label={t('tagName')} error={fault}>
        <Input name="tag" autoComplete="off" maxLength={50} />
      </Field>
      <div>
        <Button type="submit" variant="primary" size="small" pending={pending}>
          {t(change)}
        </Button>
      </div>
    </form>
  )
}
