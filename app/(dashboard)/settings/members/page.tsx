import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { InvitationTable } from '@/components/members/invitation-table'
import { InviteDialog } from '@/components/members/invite-dialog'
import { MemberTable } from '@/components/members/member-table'
import { RolePermissionTable } from '@/components/members/role-permission-table'
import { SecondFactorRequirementSection } from '@/components/members/second-factor-requirement-section'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Section } from '@/components/ui/content/section'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  const [t, settings] = await Promise.all([getT('members'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function MembersPage() {
  const caller = await getPageCaller()
  const { data: account } = await requireMemberAccount(caller.account.get())
  const isAdministrator = account.user.role !== 'member'
  const [t, { data: profile }, { data: members }, { data: roles }, { data: rule }, invitations, keys] =
    await Promise.all([
      getT('members'),
      caller.account.profile(),
      caller.members.list(),
      caller.members.roles(),
      caller.members.secondFactor(),
      isAdministrator ? caller.members.invitations().then(({ data }) => data) : [],
      isAdministrator ? caller.apiKeys.list().then(({ data }) => data) : [],
    ])
  return (
    <ClientMessages namespaces={['members']}>
      {invitations.some(({ mail }) => mail === 'waiting') && <AutoRefresh key={JSON.stringify(invitations)} />}
      <Section
        title={t('title')}
        description={t('lead')}
        action={isAdministrator ? <InviteDialog isCaptured={account.mailCaptured} /> : undefined}
      >
        <MemberTable
          members={members}
          apiKeys={keys}
          viewer={{ ...account.user, hasPassword: profile.hasPassword }}
          organization={account.organization.name}
        />
      </Section>
      {invitations.length > 0 && (
        <Section title={t('invitations.title')} description={t('invitations.lead')}>
          <InvitationTable invitations={invitations} />
        </Section>
      )}
      <SecondFactorRequirementSection
        isRequired={rule.asks}
        membersWithout={members.filter(({ hasSecondFactor }) => hasSecondFactor === false).length}
        isAdmin={isAdministrator}
        organization={account.organization.name}
      />
      <Section title={t('roles.title')}>
        <RolePermissionTable roles={roles} />
      </Section>
    </ClientMessages>
  )
}
