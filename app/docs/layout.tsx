import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { DocsHeader } from '@/components/docs/docs-header'
import { getT } from '@/components/i18n/server'
import { getDocsFacts } from '@/server/api/pages/docs-facts'
import { getPrincipal } from '@/server/api/session/session'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('common')
  return {
    metadataBase: new URL(getDocsFacts().baseUrl),
    openGraph: { type: 'website', siteName: t('product') },
    twitter: { card: 'summary_large_image' },
  }
}

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const [t, principal] = await Promise.all([getT('nav'), getPrincipal()])
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 rounded-control bg-accent px-3 py-2 font-medium text-accent-ink not-focus:sr-only"
      >
        {t('skip')}
      </a>
      <DocsHeader isSignedIn={principal !== null} />
      {children}
    </>
  )
}
