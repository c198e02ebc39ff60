'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'

export function ThemeRoot({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <ThemeProvider
      {...(nonce === undefined ? {} : { nonce })}
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      enableColorScheme={false}
    >
      {children}
    </ThemeProvider>
  )
}
