import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Section } from '@/components/ui/content/section'
import type { OwnTestOrganization } from '@/server/test-organizations/schema'
import { CreateTestOrganizationButton } from './create-test-organization-button'
import { OpenOrganizationButton } from './open-organization-button'

type TestOrganizationSectionProps = { own: OwnTestOrganization; organizationName: string }

export async function TestOrganizationSection({ own, organizationName }: TestOrganizationSectionProps) {
  const t = await getT('testOrganization')
  const { id, name, isMember } = own
  return (
    <Section title={t('settings.title')} description={t('settings.help')} frame="card">
      <ClientMessages namespaces={['testOrganization']}>
        <div className="grid gap-3">
          {id !== null && !isMember && <p>{t('settings.notMember', { name: name ?? '' })}</p>}
          <div className="flex flex-wrap gap-2">
            {id !== null && isMember && (
              <OpenOrganizationButton organizationId={id}>
                {t('settings.open', { name: name ?? '' })}
              </OpenOrganizationButton>
            )}
            <CreateTestOrganizationButton organizationName={organizationName} replaces={name} />
          </div>
        </div>
      </ClientMessages>
    </Section>
  )
}
