import { Lock } from 'lucide-react'
import { getT } from '../i18n/server'
import { EmptyState } from '../ui/content/empty-state'

/** What members see in place of settings: who can change them. */
export async function NoAccess({ organization }: { organization: string }) {
  const t = await getT('settings')
  return (
    <EmptyState icon={Lock} title={t('noAccess.title')}>
      {t('noAccess.body', { organization })}
    </EmptyState>
  )
}
