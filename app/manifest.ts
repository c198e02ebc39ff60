import type { MetadataRoute } from 'next'
import { getT } from '@/components/i18n/server'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await getT('common')
  return {
    name: t('product'),
    short_name: t('productShort'),
    description: t('tagline'),
    start_url: '/',
    display: 'standalone',
    background_color: '#fbfaf8',
    theme_color: '#fbfaf8',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  }
}
