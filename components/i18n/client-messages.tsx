import type { ReactNode } from 'react'
import { type Namespace, pickMessages } from '@/server/messages/messages'
import { IntlScope } from './provider'
import { getLocale } from './server'

export type ClientMessagesProps = {
  namespaces?: readonly Namespace[]
  /** IANA name of the organization's time zone; dates below are shown in it. */
  timeZone?: string
  children: ReactNode
}

/**
 * Sends namespaces to the client components below, which then read them with `useTranslations('<namespace>')`.
 * `common` and `nav` are always there; a page wraps only the part that needs more.
 */
export async function ClientMessages({ namespaces = [], timeZone, children }: ClientMessagesProps) {
  const locale = await getLocale()
  return (
    <IntlScope
      locale={locale}
      messages={pickMessages(locale, namespaces)}
      {...(timeZone === undefined ? {} : { timeZone })}
    >
      {children}
    </IntlScope>
  )
}
