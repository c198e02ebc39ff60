import { DEFAULT_PAGE_LOOK } from './constants'
import { PageLook } from './schema'

export function parsePageLook(stored: unknown): PageLook {
  return PageLook.catch(DEFAULT_PAGE_LOOK).parse({ ...DEFAULT_PAGE_LOOK, ...(stored as object) })
}
