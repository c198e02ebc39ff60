import type { NavItem } from './nav-items'

type Organization = { id: string; name: string }

export type AppShellProps = {
  organization: Organization
  organizations: readonly Organization[]
  user: { id: string; name: string; email: string; role: 'owner' | 'admin' | 'member' }
  canCreateOrganization: boolean
  items: readonly NavItem[]
  isEmailStoredInOutbox: boolean
}

export type CommandMenuProps = Pick<AppShellProps, 'items' | 'organization' | 'user'>
export type AccountMenuProps = Pick<AppShellProps, 'organization' | 'organizations' | 'user' | 'canCreateOrganization'>
