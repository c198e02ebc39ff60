'use client'

import type { ReactNode } from 'react'
import { IntlProvider, useMessages } from 'use-intl/react'
import type { Locale } from '@/server/messages/locale'
import type { Messages } from '@/server/messages/messages'

declare module 'use-intl/core' {
  interface AppConfig {
    Messages: Messages
    Locale: Locale
  }
}

export type IntlRootProps = {
  locale: Locale
  messages: Partial<Messages>
  /** From the server, so that the first render in the browser says the same as the server did. */
  now: Date
  timeZone: string
  children: ReactNode
}

/** Stands once, in the root layout: language, the words that every page needs, time. */
export function IntlRoot({ locale, messages, now, timeZone, children }: IntlRootProps) {
  return (
    <IntlProvider locale={locale} messages={messages} now={now} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}

export type IntlScopeProps = {
  locale: Locale
  /** Added to the words from above. */
  messages?: Partial<Messages>
  /** IANA name; dates below are shown in it. */
  timeZone?: string
  children: ReactNode
}

/** More words, or another time zone, for the client components below. */
export function IntlScope({ locale, messages, timeZone, children }: IntlScopeProps) {
  const above = useMessages()
  return (
    <IntlProvider
      locale={locale}
      messages={{ ...above, ...messages }}
      {...(timeZone === undefined ? {} : { timeZone })}
    >
      {children}
    </IntlProvider>
  )
}
