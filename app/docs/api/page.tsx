import type { Metadata } from 'next'
import { Reference } from '@/components/docs/reference'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('docs')
  return { title: t('reference.title'), description: t('reference.lead') }
}

/** Every operation, from the document that the service makes of itself. */
export default async function ReferencePage() {
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      <ClientMessages namespaces={['docs']}>
        <Reference />
      </ClientMessages>
    </main>
  )
}
