'use client'

import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ResponseTag } from '@/server/cases/schema'
import { trpc } from '../trpc'
import { Combobox } from '../ui/controls/combobox'
import { IconButton } from '../ui/controls/icon-button'
import { useMutationAction } from '../use-mutation-action'
import { useTagSearch } from './use-tag-search'

export function ResponseTagsField({ responseId, tags }: { responseId: string; tags: readonly ResponseTag[] }) {
  const t = useTranslations('cases')
  const { run } = useMutationAction()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { find, resolveTagId } = useTagSearch(tags)
  const announcement = useTagAnnouncement(tags)

  const change = (changes: () => Promise<{ add?: string[]; remove?: string[] }>) =>
    run(async () => {
      await trpc.responses.setTags.mutate({ id: responseId, ...(await changes()) })
      return {}
    })

  function removeTag(tag: ResponseTag) {
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
                onClick={() => removeTag(tag)}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Combobox
        ref={input}
        aria-keyshortcuts="t"
        label={t('addTag')}
        placeholder={t('tagPlaceholder')}
        value=""
        search={find}
        onChange={(value) => value !== '' && change(async () => ({ add: [await resolveTagId(value)] }))}
      />
    </div>
  )
}

function useTagAnnouncement(tags: readonly ResponseTag[]): string {
  const t = useTranslations('cases.said')
  const [previousTags, setPreviousTags] = useState(tags)
  const [announcement, announce] = useState('')
  if (previousTags !== tags) {
    const added = listNamesNotIn(tags, previousTags)
    const removed = listNamesNotIn(previousTags, tags)
    setPreviousTags(tags)
    if (added !== '') announce(t('tagged', { names: added }))
    else if (removed !== '') announce(t('untagged', { names: removed }))
  }
  return announcement
}

function listNamesNotIn(candidates: readonly ResponseTag[], others: readonly ResponseTag[]): string {
  const ids = new Set(others.map(({ id }) => id))
  return candidates
    .filter(({ id }) => !ids.has(id))
    .map(({ name }) => name)
    .join(', ')
}
