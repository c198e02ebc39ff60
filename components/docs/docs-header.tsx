import { LayoutDashboard } from 'lucide-react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import { LanguageMenu } from '../ui/preferences/language-menu'
import { ThemeMenu } from '../ui/preferences/theme-menu'
import { DocsTabs } from './docs-tabs'

export async function DocsHeader({ isSignedIn }: { isSignedIn: boolean }) {
  const [t, common] = await Promise.all([getT('docs'), getT('common')])
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex h-14 items-center gap-5 border-b bg-canvas px-4 sm:px-6"
    >
      <Link href="/docs" className="truncate rounded-mark text-14 font-semibold max-md:hidden">
        {common('product')}
      </Link>
      <ClientMessages namespaces={['docs']}>
        <DocsTabs />
      </ClientMessages>
      <div className="ml-auto flex items-center gap-1">
        <LanguageMenu />
        <ThemeMenu />
        <Button variant="ghost" size="small" className="ml-1" asChild>
          <Link href={isSignedIn ? '/' : '/sign-in'}>
            <LayoutDashboard size={16} aria-hidden className="sm:hidden" />
            <span className="max-sm:sr-only">{isSignedIn ? t('nav.dashboard') : t('nav.signIn')}</span>
          </Link>
        </Button>
      </div>
    </header>
  )
}
