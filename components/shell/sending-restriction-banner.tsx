import { ResendVerificationButton } from '@/components/auth/resend-verification-button'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Callout } from '@/components/ui/content/callout'
import { Time } from '@/components/ui/content/time'
import { TextLink } from '@/components/ui/controls/text-link'
import type { AccountWithOrganization } from '@/server/auth/schema'
import { CancelOrganizationDeletionButton } from './cancel-organization-deletion-button'

export async function SendingRestrictionBanner({
  account,
}: {
  account: Pick<AccountWithOrganization, 'user' | 'organization'>
}) {
  const { user, organization } = account
  if (organization.hold === null) return null
  const t = await getT('nav')
  const isOwner = user.role === 'owner'
  return (
    <div data-print="hide" className="mx-auto w-full max-w-[1200px] px-4 pt-4 sm:px-8">
      {organization.hold === 'suspended' ? (
        <Callout tone="neutral" title={t('hold.suspendedTitle', { organization: organization.name })}>
          <p>{t('hold.suspended')}</p>
          {organization.suspensionReason && (
            <p className="mt-1 wrap-anywhere">{t('hold.reason', { reason: organization.suspensionReason })}</p>
          )}
        </Callout>
      ) : organization.hold === 'reputation' ? (
        <Callout
          tone="neutral"
          title={t('hold.reputationTitle')}
          {...(user.role === 'member'
            ? {}
            : { action: <TextLink href="/settings/deliverability">{t('hold.reputationOpen')}</TextLink> })}
        >
          <p>{t('hold.reputation')}</p>
        </Callout>
      ) : organization.hold === 'deletion' ? (
        <Callout
          tone="neutral"
          title={t.rich('hold.deletionTitle', {
            organization: organization.name,
            day: () => organization.deletesAt && <Time value={organization.deletesAt} as="date" />,
          })}
        >
          <p className="mb-2">{t('hold.deletion')}</p>
          {isOwner && (
            <ClientMessages namespaces={['nav']} timeZone={organization.timeZone}>
              <CancelOrganizationDeletionButton />
            </ClientMessages>
          )}
        </Callout>
      ) : (
        <Callout tone="neutral" title={t('hold.verificationTitle')}>
          <p className="mb-2 wrap-anywhere">
            {isOwner ? t('hold.verification', { email: user.email }) : t('hold.verificationOther')}
          </p>
          {isOwner && (
            <ClientMessages namespaces={['auth']}>
              <ResendVerificationButton />
            </ClientMessages>
          )}
        </Callout>
      )}
    </div>
  )
}
