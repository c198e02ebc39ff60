import type { Metadata } from 'next'
import { getT } from '@/components/i18n/server'
import { api } from '@/server/api/caller'
import { GeneralSettings } from './general-settings'

export async function generateMetadata(): Promise<Metadata> {
  await api('admin')
  const t = await getT('settings')
  return { title: t('title') }
}

/** The list of the settings, which the layout shows; beside it, where there is room, the first of them. */
export default function SettingsPage() {
  return (
    <div className="max-lg:hidden">
      <GeneralSettings />
    </div>
  )
}
