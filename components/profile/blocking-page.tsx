import type { ReactNode } from 'react'
import type { Account } from '@/server/auth/schema'
import type { Namespace } from '@/server/messages/messages'
import { NO_ORGANIZATION } from '@/server/organizations/vocabulary'
import { ClientMessages } from '../i18n/client-messages'

type OnlyPageProps = {
  account: Account
  title: ReactNode
  lead: ReactNode
  /** In addition to `profile`. */
  namespaces?: readonly Namespace[]
  children: ReactNode
}

export function BlockingPage({ account, title, lead, namespaces = [], children }: OnlyPageProps) {
  const { organization, user } = account
  return (
    <ClientMessages namespaces={['profile', ...namespaces]} timeZone={organization?.timeZone ?? 'UTC'}>
      <main
        id="content"
        data-page-of={`${user.id}.${organization?.id ?? NO_ORGANIZATION}`}
        className="mx-auto grid max-w-[640px] gap-8 px-5 py-12"
      >
        <header className="grid gap-1">
          <h1 className="text-20 font-semibold">{title}</h1>
          <p className="wrap-anywhere text-ink-soft">{lead}</p>
        </header>
        {children}
      </main>
    </ClientMessages>
  )
}
