import type { Metadata } from 'next'
import { type ApiReference, buildReference } from '@/components/docs/reference/build-reference'
import { ReferenceView } from '@/components/docs/reference/reference-view'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { getOpenApiDocument } from '@/server/api/rest/openapi/openapi'
import { loadGuideContext } from '../guides'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('docs')
  return { title: t('reference.title'), description: t('reference.lead') }
}

let cachedReference: ApiReference | undefined

/** Parsed once per process: the document is constant. */
const getReference = () => (cachedReference ??= buildReference(getOpenApiDocument()))

export default async function ApiReferencePage() {
  const context = await loadGuideContext()
  return (
    <ClientMessages namespaces={['docs']}>
      <ReferenceView reference={getReference()} {...context} />
    </ClientMessages>
  )
}
