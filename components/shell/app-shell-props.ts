import type { NavItem } from './nav-items'

type Organization = { id: string; name: string }

export type AppShellProps = {
  organization: Organization
  organizations: readonly Organization[]
  user: { id: string; name: string; email: string; role: 'owner' | 'admin' | 'member' }
  mayCreate: boolean
  items: readonly NavItem[]
  isMailCaptured: boolean
}

export type CommandPaletteProps = Pick<AppShellProps, 'items' | 'organization' | 'user'>
export type OrganizationMenuProps = Pick<AppShellProps, 'organization' | 'organizations' | 'user' | 'mayCreate'>
