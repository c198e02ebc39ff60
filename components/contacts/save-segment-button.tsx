'use client'

import { Layers } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useParseCallError } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Field } from '@/components/ui/forms/field'
import { readFormValue } from '@/components/ui/forms/form-values'
import { Popover, useClosePopover } from '@/components/ui/overlays/popover'
import { useMutationAction } from '@/components/use-mutation-action'
import { SEGMENT_NAME_MAX_CHARACTERS } from '@/server/segments/constants'
import type { CreateSegment } from '@/server/segments/schema'

type Filter = CreateSegment['filter']

/** @property edited the segment whose conditions are being changed */
type SaveSegmentButtonProps = { filter: Filter; edited: { id: string; name: string } | null }

export function SaveSegmentButton({ filter, edited }: SaveSegmentButtonProps) {
  const t = useTranslations('contacts.segments')
  const { run } = useMutationAction()
  if (edited !== null)
    return (
      <Button
        variant="primary"
        size="small"
        onClick={() =>
          run(async () => {
            await trpc.segments.update.mutate({ id: edited.id, filter })
            return { success: t('updated'), href: `/contacts?segment=${edited.id}` }
          })
        }
      >
        {t('update', { name: edited.name })}
      </Button>
    )
  return (
    <Popover
      className="w-72"
      trigger={
        <Button variant="ghost" size="small">
          <Layers size={14} aria-hidden />
          {t('save')}
        </Button>
      }
    >
      <SegmentNameForm
        save={async (name) => {
          const { data } = await trpc.segments.create.mutate({ name, filter })
          return { success: t('saved'), href: `/contacts?segment=${data.id}` }
        }}
      />
    </Popover>
  )
}

type SegmentNameFormProps = { save: (name: string) => Promise<{ success: string; href?: string }> }

function SegmentNameForm({ save }: SegmentNameFormProps) {
  const t = useTranslations('contacts.segments')
  const { perform } = useMutationAction()
  const close = useClosePopover()
  const toFailure = useParseCallError()
  const [errorMessage, setErrorMessage] = useState<string>()
  const [pending, setPending] = useState(false)

  async function submit(form: FormData) {
    setPending(true)
    try {
      await perform(async () => {
        const done = await save(readFormValue(form, 'name'))
        close()
        return done
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
        void submit(new FormData(event.currentTarget))
      }}
    >
      <Field label={t('name')} help={t('nameHelp')} error={errorMessage}>
        <Input name="name" maxLength={SEGMENT_NAME_MAX_CHARACTERS} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" variant="primary" size="small" pending={pending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
