import { useTranslations } from 'use-intl/react'
import type { ResponseTag } from '@/server/cases/schema'
import { TAG_MAX_CHARACTERS } from '@/server/cases/vocabulary'
import { trpc } from '../trpc'
import type { Option } from '../ui/controls/select'
import { findAmong } from './find-members'

/** Prefix that no id has. */
const NEW = 'new:'

/**
 * Searches the organization's tags, and offers to create one if none has that name.
 * @param except tags to leave out.
 */
export function useFindTags(except: readonly ResponseTag[] = []) {
  const t = useTranslations('cases')

  async function find(text: string): Promise<Option[]> {
    const { data } = await trpc.responses.tags.query()
    const taken = new Set(except.map(({ id }) => id))
    const offered = data.filter(({ id }) => !taken.has(id)).map(({ id, name }) => ({ value: id, label: name }))
    const isThere = data.some(({ name }) => name.toLocaleLowerCase() === text.toLocaleLowerCase())
    const made = text !== '' && text.length <= TAG_MAX_CHARACTERS && !isThere
    return [
      ...findAmong(offered, text),
      ...(made ? [{ value: `${NEW}${text}`, label: t('createTag', { name: text }) }] : []),
    ]
  }

  /** Resolves an option to a tag id; creates a new tag if needed. */
  async function toTagId(value: string): Promise<string> {
    if (!value.startsWith(NEW)) return value
    const { data } = await trpc.responses.createTag.mutate({ name: value.slice(NEW.length) })
    return data.id
  }
  return { find, toTagId }
}
