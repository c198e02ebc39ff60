import type { ReactNode } from 'react'
import { type Namespace, pickMessages } from '@/server/messages/message-catalogue'
import { ExtraMessagesProvider } from './provider'
import { getLocale } from './server'

type ClientMessagesProps = { namespaces?: readonly Namespace[]; timeZone?: string; children: ReactNode }

/**
 * Provides message namespaces to client components, for `useTranslations('<namespace>')`. `common` and `nav` are always available; wrap
 * only the part of a page that needs more.
 */
export async function ClientMessages({ namespaces = [], ...scope }: ClientMessagesProps) {
  const locale = await getLocale()
  return <ExtraMessagesProvider locale={locale} messages={pickMessages(locale, namespaces)} {...scope} />
}
