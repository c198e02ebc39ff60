import type { Metadata } from 'next'
import type { ReactNode } from 'react'

/** The address is the credential: it is not told to other sites, nor indexed. */
export const metadata: Metadata = {
  robots: { index: false, follow: false, nocache: true },
  referrer: 'no-referrer',
}

export default function SharedLayout({ children }: { children: ReactNode }) {
  return <main>{children}</main>
}
