import type { Metadata } from 'next'
import { readBook } from '@/components/docs/reference/chapters'
import { ReadingView } from '@/components/docs/reference/reading-view'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { openApiDocument } from '@/server/api/rest/openapi/openapi'
import { readSurroundings } from '../guides'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('docs')
  return { title: t('reference.title'), description: t('reference.lead') }
}

/** Parsed once per process: the document is constant. */
const book = once(() => readBook(openApiDocument()))

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

export default async function ReferencePage() {
  const surroundings = await readSurroundings()
  return (
    <ClientMessages namespaces={['docs']}>
      <ReadingView book={book()} {...surroundings} />
    </ClientMessages>
  )
}
