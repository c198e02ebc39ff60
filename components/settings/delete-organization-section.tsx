import { getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { DeleteOrganizationDialog } from './delete-organization-dialog'

type LeaveSectionProps = {
  name: string
  hasPassword: boolean
  /** The owner has requested deletion; the banner above every page shows when it happens and how to cancel. */
  isLeaving: boolean
}

export async function DeleteOrganizationSection({ name, hasPassword, isLeaving }: LeaveSectionProps) {
  const t = await getT('settings')
  return (
    <Section title={t('leave.title')} description={t('leave.lead')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border bg-surface p-4">
        <a className="text-accent-text underline" href="/api/export" download>
          {t('leave.download')}
        </a>
        {!isLeaving && <DeleteOrganizationDialog name={name} hasPassword={hasPassword} />}
      </div>
    </Section>
  )
}
