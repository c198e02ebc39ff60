'use client'

import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ResponseTag } from '@/server/cases/schema'
import { trpc } from '../trpc'
import { Combobox } from '../ui/controls/combobox'
import { IconButton } from '../ui/controls/icon-button'
import { useMutationAction } from '../use-mutation-action'
import { useFindTags } from './use-find-tags'

export function TagsField({ responseId, tags }: { responseId: string; tags: readonly ResponseTag[] }) {
  const t = useTranslations('cases')
  const { run } = useMutationAction()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { find, toTagId } = useFindTags(tags)
  const said = useSaid(tags)

  const change = (changes: () => Promise<{ add?: string[]; remove?: string[] }>) =>
    run(async () => {
      await trpc.responses.setTags.mutate({ id: responseId, ...(await changes()) })
      return {}
    })

  function takeOff(tag: ResponseTag) {
    // The pressed button is removed, so move the focus to the input.
    input.current?.focus()
    change(async () => ({ remove: [tag.id] }))
  }

  return (
    <div className="grid gap-1.5">
      <span id={id} className="text-13 font-medium">
        {t('tags')}
      </span>
      {tags.length > 0 && (
        <ul aria-labelledby={id} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag.id}
              className="inline-flex max-w-full items-center gap-0.5 rounded-mark border bg-sunken pl-2 text-13"
            >
              <span className="truncate">{tag.name}</span>
              <IconButton
                icon={X}
                size="small"
                label={t('removeTag', { name: tag.name })}
                onClick={() => takeOff(tag)}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <Combobox
        ref={input}
        aria-keyshortcuts="t"
        label={t('addTag')}
        placeholder={t('tagPlaceholder')}
        value=""
        find={find}
        onChange={(value) => value !== '' && change(async () => ({ add: [await toTagId(value)] }))}
      />
    </div>
  )
}

function useSaid(tags: readonly ResponseTag[]): string {
  const t = useTranslations('cases.said')
  const [shown, setShown] = useState(tags)
  const [said, setSaid] = useState('')
  if (shown !== tags) {
    const added = namesMissing(tags, shown)
    const removed = namesMissing(shown, tags)
    setShown(tags)
    if (added !== '') setSaid(t('tagged', { names: added }))
    else if (removed !== '') setSaid(t('untagged', { names: removed }))
  }
  return said
}

function namesMissing(some: readonly ResponseTag[], others: readonly ResponseTag[]): string {
  const ids = new Set(others.map(({ id }) => id))
  return some
    .filter(({ id }) => !ids.has(id))
    .map(({ name }) => name)
    .join(', ')
}
