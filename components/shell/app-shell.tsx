import type { ReactNode } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import type { AppShellProps } from './app-shell-props'
import { LazyCommandMenuOrShortcuts } from './lazy-command-menu-or-shortcuts'
import { MobileTopBar } from './mobile-top-bar'
import { OfflineAndSessionNotices } from './offline-and-session-notices'
import { Sidebar } from './sidebar'

type Props = AppShellProps & {
  timeZone: string
  /** How far the clock of a test organization is ahead. */
  clockOffsetMs: number
  children: ReactNode
}

export async function AppShell({ timeZone, clockOffsetMs, children, ...frame }: Props) {
  const t = await getT('nav')
  const { user, organization } = frame
  return (
    <ClientMessages timeZone={timeZone}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 rounded-control bg-accent px-3 py-2 font-medium text-accent-ink not-focus:sr-only"
      >
        {t('skip')}
      </a>
      <div
        data-page-of={`${user.id}.${organization.id}`}
        {...(clockOffsetMs > 0 && { 'data-clock-offset': clockOffsetMs })}
        className="min-h-dvh md:grid md:grid-cols-[auto_minmax(0,1fr)]"
      >
        <MobileTopBar {...frame} />
        <Sidebar {...frame} />
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
      </div>
      <LazyCommandMenuOrShortcuts items={frame.items} organization={organization} user={user} />
      <OfflineAndSessionNotices organization={organization} user={user} />
    </ClientMessages>
  )
}
