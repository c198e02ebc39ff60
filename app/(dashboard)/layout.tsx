import type { ReactNode } from 'react'
import {
  AccountDeletionPendingPage,
  NoOrganizationPage,
  SecondFactorRequiredPage,
} from '@/components/profile/blocking-pages'
import { AppShell } from '@/components/shell/app-shell'
import { NAV_ITEMS, type NavItem, type NavItemName } from '@/components/shell/nav-items'
import { NavigationProgressAndFocus, PageSkeletonBoundary } from '@/components/shell/navigation-progress-and-focus'
import { SendingRestrictionBanner } from '@/components/shell/sending-restriction-banner'
import { TestOrganizationBanner } from '@/components/test-organization/test-organization-banner'
import { PageSkeleton } from '@/components/ui/content/skeleton'
import { getPageCaller, isMemberAccount } from '@/server/api/session/page-caller'

/** Layout of every signed-in page; redirects to sign-in without a session. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const caller = await getPageCaller()
  const { data: account } = await caller.account.get()
  if (account.restriction === 'leaving') {
    const { data: profile } = await caller.account.profile()
    return <AccountDeletionPendingPage account={account} profile={profile} />
  }
  if (!isMemberAccount(account)) {
    const [{ data: profile }, { data: invitations }] = await Promise.all([
      caller.account.profile(),
      caller.account.invitations(),
    ])
    return <NoOrganizationPage account={account} profile={profile} invitations={invitations} />
  }
  if (account.restriction === 'secondFactor') {
    const [{ data: profile }, { data: factor }] = await Promise.all([
      caller.account.profile(),
      caller.account.secondFactor(),
    ])
    return <SecondFactorRequiredPage account={account} profile={profile} factor={factor} />
  }
  const isMember = account.user.role === 'member'
  const { isTest, timeZone } = account.organization
  const [{ data: reviews }, { data: cases }, faults, clock] = await Promise.all([
    caller.reviews.facts(),
    caller.responses.unresolved(),
    isMember ? null : caller.operations.faults(),
    isTest ? caller.testOrganizations.clock().then(({ data }) => data) : null,
  ])
  const isHidden: Partial<Record<NavItemName, boolean>> = { outbox: !account.mailCaptured, operations: isMember }
  const itemNames = (Object.keys(NAV_ITEMS) as NavItemName[]).filter((name) => !isHidden[name])
  return (
    <AppShell
      organization={account.organization}
      organizations={account.organizations}
      user={account.user}
      canCreateOrganization={account.mayCreateOrganizations}
      items={itemNames.map((itemName): NavItem => {
        if (itemName === 'reviews') return { name: itemName, count: reviews.unreplied }
        if (itemName === 'responses') return { name: itemName, count: cases.count }
        if (itemName === 'operations' && faults) return { name: itemName, count: faults.data.count }
        // Members may not open the organization settings, but may open their profile.
        return itemName === 'settings' && isMember ? { name: itemName, href: '/settings/profile' } : { name: itemName }
      })}
      isEmailStoredInOutbox={account.mailCaptured}
      timeZone={timeZone}
      clockOffsetMs={clock?.offsetMs ?? 0}
    >
      {clock && <TestOrganizationBanner clock={clock} timeZone={timeZone} />}
      <SendingRestrictionBanner account={account} />
      <NavigationProgressAndFocus />
      <PageSkeletonBoundary skeleton={<PageSkeleton />}>{children}</PageSkeletonBoundary>
    </AppShell>
  )
}
