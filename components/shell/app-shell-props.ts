import type { ReactNode } from 'react'
import type { ShellItem } from './places'

type Organization = { id: string; name: string }

export type AppShellProps = {
  organization: Organization
  /** All those that the person belongs to, this one included. */
  organizations: readonly Organization[]
  user: { id: string; name: string; email: string; role: 'owner' | 'admin' | 'member' }
  /** Whether they can make further organizations. */
  mayCreate: boolean
  /** Only these places are shown, so that an unfinished page never appears. */
  items: readonly ShellItem[]
  /** Mail is kept in the Outbox instead of being sent. */
  captured?: boolean
  /** IANA name; the organization's dates are shown in it. */
  timeZone?: string
  children: ReactNode
}
