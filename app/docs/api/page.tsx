import type { Metadata } from 'next'
import { readBook } from '@/components/docs/reference/build-reference'
import { ReadingView } from '@/components/docs/reference/reference-view'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { openApiDocument } from '@/server/api/rest/openapi/openapi'
import { readSurroundings } from '../guides'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('docs')
  return { title: t('reference.title'), description: t('reference.lead') }
}

/** Parsed once per process: the document is constant. */
const getReference = memoize(() => readBook(openApiDocument()))

function memoize<T>(create: () => T): () => T {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: create() }).value
}

export default async function ReferencePage() {
  const context = await readSurroundings()
  return (
    <ClientMessages namespaces={['docs']}>
      <ReadingView book={getReference()} {...context} />
    </ClientMessages>
  )
}
