import { useTranslations } from 'use-intl/react'
import type { ResponseTag } from '@/server/cases/schema'
import { TAG_MAX_CHARACTERS } from '@/server/cases/vocabulary'
import { trpc } from '../trpc'
import type { Option } from '../ui/controls/select'
import { findAmong } from './find-members'

/** No id begins like this. */
const NEW = 'new:'

/**
 * The organization's tags while one types, and the offer to make one of that name where there is none.
 * @param except those that are not offered.
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

  /** Of what was chosen; a new one is made. */
  async function toTagId(value: string): Promise<string> {
    if (!value.startsWith(NEW)) return value
    const { data } = await trpc.responses.createTag.mutate({ name: value.slice(NEW.length) })
    return data.id
  }
  return { find, toTagId }
}
