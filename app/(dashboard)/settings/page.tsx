import { getT } from '@/components/i18n/server'
import { getPageCaller } from '@/server/api/session/page-caller'
import { GeneralSettings } from './general-settings'

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('settings')
  return { title: t('title') }
}

/** Settings index: the layout renders the navigation; wide screens show the first page beside it. */
export default function SettingsPage() {
  return (
    <div className="max-lg:hidden">
      <GeneralSettings />
    </div>
  )
}
