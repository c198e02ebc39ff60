'use client'

import { Bookmark, BookmarkX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useParseCallError } from '@/components/trpc'
import { useMutationAction } from '@/components/use-mutation-action'
import { VIEW_NAME_MAX_CHARACTERS } from '@/server/views/constants'
import type { ListName, SavedView } from '@/server/views/schema'
import { Button } from '../controls/button'
import { Input } from '../controls/input'
import { Field } from '../forms/field'
import { readFormValue } from '../forms/form-values'
import { Popover, useClosePopover } from '../overlays/popover'

export type SaveOrDeleteViewButtonProps = { list: ListName; query: string; view: SavedView | null }

export function SaveOrDeleteViewButton({ list, query, view }: SaveOrDeleteViewButtonProps) {
  const t = useTranslations('lists')
  if (view !== null) return <DeleteView list={list} view={view} />
  return (
    <Popover
      className="w-72"
      trigger={
        <Button variant="ghost" size="small">
          <Bookmark size={14} aria-hidden />
          {t('saveView')}
        </Button>
      }
    >
      <SaveForm list={list} query={query} />
    </Popover>
  )
}

function SaveForm({ list, query }: Omit<SaveOrDeleteViewButtonProps, 'view'>) {
  const t = useTranslations('lists')
  const { perform } = useMutationAction()
  const close = useClosePopover()
  const toFailure = useParseCallError()
  const [errorMessage, setErrorMessage] = useState<string>()
  const [pending, setPending] = useState(false)

  async function save(form: FormData) {
    setPending(true)
    try {
      await perform(async () => {
        await trpc.views.save.mutate({ list, name: readFormValue(form, 'name'), query })
        close()
        return { success: t('viewSaved') }
      })
    } catch (error) {
      setErrorMessage(toFailure(error).summary)
      setPending(false)
    }
  }

  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(new FormData(event.currentTarget))
      }}
    >
      <Field label={t('viewName')} help={t('viewNameHelp')} error={errorMessage}>
        <Input name="name" maxLength={VIEW_NAME_MAX_CHARACTERS} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" variant="primary" size="small" pending={pending}>
          {t('saveView')}
        </Button>
      </div>
    </form>
  )
}

function DeleteView({ list, view }: { list: ListName; view: SavedView }) {
  const t = useTranslations('lists')
  const { run } = useMutationAction()
  const { id, name, query } = view
  const remove = () =>
    run(async () => {
      await trpc.views.delete.mutate({ id })
      return { success: t('viewDeleted', { name }), undo: async () => trpc.views.save.mutate({ list, name, query }) }
    })

  return (
    <Button variant="ghost" size="small" onClick={remove}>
      <BookmarkX size={14} aria-hidden />
      {t('deleteView')}
    </Button>
  )
}
