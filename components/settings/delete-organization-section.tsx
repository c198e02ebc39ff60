import { getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { DeleteOrganizationDialog, type DeleteOrganizationDialogProps } from './delete-organization-dialog'

type DeleteOrganizationSectionProps = DeleteOrganizationDialogProps & {
  /** The owner has requested deletion; the banner above every page shows when it happens and how to cancel. */
  isDeletionRequested: boolean
}

export async function DeleteOrganizationSection({
  isDeletionRequested,
  ...organization
}: DeleteOrganizationSectionProps) {
  const t = await getT('settings')
  return (
    <Section title={t('leave.title')} description={t('leave.lead')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border bg-surface p-4">
        <a className="text-accent-text underline" href="/api/export" download>
          {t('leave.download')}
        </a>
        {!isDeletionRequested && <DeleteOrganizationDialog {...organization} />}
      </div>
    </Section>
  )
}
