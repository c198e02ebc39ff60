'use client'

import type { ComponentProps, ReactNode } from 'react'
import { IntlProvider, useMessages } from 'use-intl/react'
import type { Locale } from '@/server/messages/locale'
import type { Messages } from '@/server/messages/message-catalogue'

declare module 'use-intl/core' {
  interface AppConfig {
    Messages: Messages
    Locale: Locale
  }
}

/** @param now server time, so that the first client render matches the server's. */
export function IntlRoot(props: ComponentProps<typeof IntlProvider> & { now: Date }) {
  return <IntlProvider {...props} />
}

type IntlScopeProps = { locale: Locale; messages: Partial<Messages>; timeZone?: string; children: ReactNode }

/** Adds messages to those of the surrounding provider. */
export function ExtraMessagesProvider({ messages, ...props }: IntlScopeProps) {
  return <IntlProvider messages={{ ...useMessages(), ...messages }} {...props} />
}
