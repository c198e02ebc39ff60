import { useTranslations } from 'use-intl/react'
import { RESPONSE_TAG_MAX_CHARACTERS } from '@/server/cases/constants'
import type { ResponseTag } from '@/server/cases/schema'
import { trpc } from '../trpc'
import type { Option } from '../ui/controls/select'

/** Filters by name on the client; an organization has few members and tags. */
export function filterOptions(options: readonly Option[], text: string): Option[] {
  const query = text.toLocaleLowerCase()
  return options.filter(({ label }) => label.toLocaleLowerCase().includes(query))
}

/** Prefix that no id has. */
const NEW_TAG_PREFIX = 'new:'

/** Offers to create a tag if none has the searched name. */
export function useTagSearch(except: readonly ResponseTag[] = []) {
  const t = useTranslations('cases')

  async function find(text: string): Promise<Option[]> {
    const { data } = await trpc.responses.tags.query()
    const excludedIds = new Set(except.map(({ id }) => id))
    const options = data.filter(({ id }) => !excludedIds.has(id)).map(({ id, name }) => ({ value: id, label: name }))
    const exists = data.some(({ name }) => name.toLocaleLowerCase() === text.toLocaleLowerCase())
    const canCreate = text !== '' && text.length <= RESPONSE_TAG_MAX_CHARACTERS && !exists
    return [
      ...filterOptions(options, text),
      ...(canCreate ? [{ value: `${NEW_TAG_PREFIX}${text}`, label: t('createTag', { name: text }) }] : []),
    ]
  }

  async function resolveTagId(value: string): Promise<string> {
    if (!value.startsWith(NEW_TAG_PREFIX)) return value
    const { data } = await trpc.responses.createTag.mutate({ name: value.slice(NEW_TAG_PREFIX.length) })
    return data.id
  }
  return { find, resolveTagId }
}
