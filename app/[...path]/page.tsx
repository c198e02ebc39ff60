import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getT } from '@/components/i18n/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('missing'))('page.title') }
}

export default function UnknownPathPage(): never {
  notFound()
}
