import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cache } from 'react'
import { buildGuidePlaceholderValues } from '@/components/docs/build-guide-placeholder-values'
import { type Guide, parseGuide } from '@/components/docs/markdown'
import type { MarkdownBlocksProps } from '@/components/docs/markdown-blocks'
import { getLocale } from '@/components/i18n/server'
import { getDocsFacts } from '@/server/api/pages/docs-facts'
import { getPrincipal } from '@/server/api/session/session'

/** Every guide, in reading order; the first one is /docs. */
export const GUIDE_NAMES = [
  'quick-start',
  'authentication',
  'contacts',
  'sequences',
  'sendings',
  'triggers',
  'lists',
  'sync',
  'errors',
  'idempotency',
  'webhooks',
  'attribution',
  'survey-addresses',
  'widget',
  'reviews',
  'deliverability',
] as const
export type GuideName = (typeof GUIDE_NAMES)[number]

export function isGuideName(name: string): name is GuideName {
  return GUIDE_NAMES.some((guide) => guide === name)
}

export function guideHref(name: GuideName): string {
  return name === GUIDE_NAMES[0] ? '/docs' : `/docs/${name}`
}

export const readGuide = cache(async (name: GuideName): Promise<Guide> => {
  const locale = await getLocale()
  const file = path.join(process.cwd(), 'docs/guides', locale, `${name}.md`)
  const source = await readFile(file, 'utf8')
  const cached = parsedGuides.get(file)
  if (cached?.source === source) return cached.guide
  const guide = parseGuide(source, buildGuidePlaceholderValues(getDocsFacts(), locale))
  parsedGuides.set(file, { source, guide })
  return guide
})

/** Parsed guides by file: every page lists all titles, and parsing takes about as long as rendering the rest of the page. */
const parsedGuides = new Map<string, { source: string; guide: Guide }>()

export async function loadGuideContext(): Promise<Omit<MarkdownBlocksProps, 'blocks'>> {
  const [principal, receivers] = await Promise.all([getPrincipal(), Promise.all(RECEIVERS.map(readReceiver))])
  const facts = getDocsFacts()
  return { facts, receivers, reader: principal ? (principal.scopes.includes('admin') ? 'admin' : 'member') : 'visitor' }
}

const RECEIVERS = [
  { language: 'js', file: 'node/receiver.mjs' },
  { language: 'python', file: 'python/receiver.py' },
  { language: 'php', file: 'php/receiver.php' },
  { language: 'ruby', file: 'ruby/receiver.rb' },
  { language: 'go', file: 'go/receiver.go' },
] as const

async function readReceiver({ language, file }: (typeof RECEIVERS)[number]) {
  const code = await readFile(path.join(process.cwd(), 'docs/guides/receivers', file), 'utf8')
  return { language, code: code.trimEnd() }
}
