import { readdirSync } from 'node:fs'
import path from 'node:path'
import { SERVICE } from './service-config'

/** Variants of other pages, which not every test visits. */
export const NEAR_DUPLICATE_PAGES = ['/companies', '/employees', '/settings/review-sources/new/trustpilot']

const FOLDER = path.join(SERVICE.root, 'app/(dashboard)')

/** Dashboard pages that exist without any data: those whose address has no parameter. */
export const PARAMETERLESS_DASHBOARD_PAGES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) => `/${file.split(path.sep).slice(0, -1).join('/')}`)
  .filter((pagePath) => !pagePath.includes('[') && !NEAR_DUPLICATE_PAGES.includes(pagePath))
  .sort()

export const LIST_PAGES = ['/contacts', '/surveys', '/sequences', '/responses', '/reviews', '/locations']
