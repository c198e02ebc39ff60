import { getT } from '@/components/i18n/server'
import { PublicNotFoundPage } from '@/components/shell/public-not-found-page'

export async function generateMetadata() {
  return { title: (await getT('missing'))('page.title') }
}

export default function RootNotFound() {
  return (
    <main>
      <PublicNotFoundPage />
    </main>
  )
}
