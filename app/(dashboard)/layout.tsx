import type { ReactNode } from 'react'
import { DeletionPending, NoOrganization, SecondFactorGate } from '@/components/profile/blocking-pages'
import { AppShell } from '@/components/shell/app-shell'
import { HoldBanner } from '@/components/shell/hold-banner'
import { NAV_ITEMS, type NavItem, type NavItemName } from '@/components/shell/nav-items'
import { NavigationProgress, PendingPage } from '@/components/shell/page-transition'
import { PageSkeleton } from '@/components/ui/content/skeleton'
import { api, isMemberAccount } from '@/server/api/session/page-caller'

/** Layout of every signed-in page; redirects to sign-in without a session. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const caller = await api()
  const { data: account } = await caller.account.get()
  if (account.restriction === 'leaving') {
    const { data: profile } = await caller.account.profile()
    return <DeletionPending account={account} profile={profile} />
  }
  if (!isMemberAccount(account)) {
    const [{ data: profile }, { data: invitations }] = await Promise.all([
      caller.account.profile(),
      caller.account.invitations(),
    ])
    return <NoOrganization account={account} profile={profile} invitations={invitations} />
  }
  if (account.restriction === 'secondFactor') {
    const [{ data: profile }, { data: factor }] = await Promise.all([
      caller.account.profile(),
      caller.account.secondFactor(),
    ])
    return <SecondFactorGate account={account} profile={profile} factor={factor} />
  }
  const [{ data: reviews }, { data: cases }] = await Promise.all([
    caller.reviews.facts(),
    caller.responses.unresolved(),
  ])
  const itemNames = (Object.keys(NAV_ITEMS) as NavItemName[]).filter(
    (name) => name !== 'outbox' || account.mailCaptured,
  )
  return (
    <AppShell
      organization={account.organization}
      organizations={account.organizations}
      user={account.user}
      mayCreate={account.mayCreateOrganizations}
      items={itemNames.map((itemName): NavItem => {
        if (itemName === 'reviews') return { name: itemName, count: reviews.unreplied }
        if (itemName === 'responses') return { name: itemName, count: cases.count }
        // Members may not open the organization settings, but may open their profile.
        return itemName === 'settings' && account.user.role === 'member'
          ? { name: itemName, href: '/settings/profile' }
          : { name: itemName }
      })}
      isMailCaptured={account.mailCaptured}
      timeZone={account.organization.timeZone}
    >
      <HoldBanner account={account} />
      <NavigationProgress />
      <PendingPage skeleton={<PageSkeleton />}>{children}</PendingPage>
    </AppShell>
  )
}
