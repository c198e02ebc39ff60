import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { GuidePage } from '../guide-page'
import { GUIDES, isGuide, readGuide } from '../guides'

type Props = { params: Promise<{ guide: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { guide } = await params
  if (!isGuide(guide)) return {}
  const { title, lead } = await readGuide(guide)
  return { title, description: lead }
}

export default async function Page({ params }: Props) {
  const { guide } = await params
  if (!isGuide(guide)) notFound()
  // The first guide lives at /docs only.
  if (guide === GUIDES[0]) permanentRedirect('/docs')
  return <GuidePage name={guide} />
}
