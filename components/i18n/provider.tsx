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
  /** Server time, so that the first client render matches the server's. */
  now: Date
  timeZone: string
  children: ReactNode
}

export function IntlRoot({ locale, messages, now, timeZone, children }: IntlRootProps) {
  return (
    <IntlProvider locale={locale} messages={messages} now={now} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}

export type IntlScopeProps = {
  locale: Locale
  messages?: Partial<Messages>
  timeZone?: string
  children: ReactNode
}

export function IntlScope({ locale, messages, timeZone, children }: IntlScopeProps) {
  const inherited = useMessages()
  return (
    <IntlProvider
      locale={locale}
      messages={{ ...inherited, ...messages }}
      {...(timeZone === undefined ? {} : { timeZone })}
    >
      {children}
    </IntlProvider>
  )
}
