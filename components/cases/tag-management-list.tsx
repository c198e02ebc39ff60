'use client'

import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { RESPONSE_TAG_MAX_CHARACTERS } from '@/server/cases/constants'
import type { ResponseTag } from '@/server/cases/schema'
import { trpc, useParseCallError } from '../trpc'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'
import { useMutationAction } from '../use-mutation-action'

export function TagManagementList({ tags }: { tags: readonly ResponseTag[] }) {
  const t = useTranslations('cases.manage')
  const [editedId, setEditedId] = useState<string | null>(null)
  return (
    <div className="grid gap-4">
      <TagForm label={t('new')} action={t('add')} onSave={async (name) => trpc.responses.createTag.mutate({ name })} />
      {tags.length === 0 ? (
        <p className="text-13 text-ink-soft">{t('empty')}</p>
      ) : (
        <ul className="divide-y">
          {tags.map((tag) => (
            <li key={tag.id} className="py-1.5">
              {editedId === tag.id ? (
                <TagForm
                  tag={tag}
                  label={t('name')}
                  action={t('save')}
                  onSave={async (name) => trpc.responses.renameTag.mutate({ id: tag.id, name })}
                  onDone={() => setEditedId(null)}
                />
              ) : (
                <div className="flex items-center gap-1">
                  <span className="min-w-0 grow truncate">{tag.name}</span>
                  <IconButton
                    icon={Pencil}
                    size="small"
                    label={t('rename', { name: tag.name })}
                    onClick={() => setEditedId(tag.id)}
                  />
                  <DeleteTag tag={tag} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type TagFormProps = {
  tag?: ResponseTag
  label: string
  action: string
  onSave: (name: string) => Promise<unknown>
  onDone?: () => void
}

function TagForm({ tag, label, action, onSave, onDone }: TagFormProps) {
  const t = useTranslations('cases.manage')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { name: tag?.name ?? '' } })

  async function save({ name }: { name: string }) {
    await perform(async () => {
      await onSave(name)
      form.reset({ name: '' })
      onDone?.()
      return {}
    })
  }

  return (
    <Form form={form} onSubmit={save} guardsUnsaved={false} className="gap-2">
      <FormField control={form.control} name="name" label={label}>
        {(field) => <Input {...field} autoComplete="off" maxLength={RESPONSE_TAG_MAX_CHARACTERS} />}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{action}</SubmitButton>
        {onDone && (
          <Button variant="ghost" onClick={onDone}>
            {t('cancel')}
          </Button>
        )}
      </FormActions>
    </Form>
  )
}

function DeleteTag({ tag }: { tag: ResponseTag }) {
  const t = useTranslations('cases.manage')
  const common = useTranslations('cases')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<IconButton icon={Trash2} size="small" label={t('remove', { name: tag.name })} />}
      title={t('removeTitle', { name: tag.name })}
      action={common('delete')}
      onConfirm={async () =>
        perform(async () => {
          await trpc.responses.deleteTag.mutate({ id: tag.id })
          return {}
        })
      }
    >
      <TagUsage id={tag.id} />
    </ConfirmDialog>
  )
}

function TagUsage({ id }: { id: string }) {
  const t = useTranslations('cases.manage')
  const toFailure = useParseCallError()
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    trpc.responses.tagUse
      .query({ id })
      .then(({ data }) => setCount(data.responses))
      .catch((error: unknown) => toast.error(toFailure(error).summary))
    // oxlint-disable-next-line react/exhaustive-deps -- loaded once per tag
  }, [id])
  return <p>{count === null ? '…' : t('removeBody', { count })}</p>
}
