import type { ReactNode } from 'react'
import type { ShellItem } from './places'

type Organization = { id: string; name: string }

export type AppShellProps = {
  organization: Organization
  organizations: readonly Organization[]
  user: { id: string; name: string; email: string; role: 'owner' | 'admin' | 'member' }
  /** Whether the user may create organizations. */
  mayCreate: boolean
  /** Only these places are shown, so that unfinished pages stay hidden. */
  items: readonly ShellItem[]
  /** Email is captured in the Outbox instead of being sent. */
  captured?: boolean
  /** IANA time zone of the organization's dates. */
  timeZone?: string
  children: ReactNode
}

export type CommandPaletteProps = Pick<AppShellProps, 'items' | 'organization' | 'user'>
export type OrganizationMenuProps = Pick<AppShellProps, 'organization' | 'organizations' | 'user' | 'mayCreate'>
