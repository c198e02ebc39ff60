import { getT } from '@/components/i18n/server'
import { getPageCaller } from '@/server/api/session/page-caller'
import { GeneralSettings } from '../general-settings'

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('settings')
  return { title: `${t('tabs.general')} · ${t('title')}` }
}

export default function GeneralSettingsPage() {
  return <GeneralSettings />
}
