import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { GuidePage } from '../guide-page'
import { GUIDE_NAMES, isGuideName, readGuide } from '../guides'

type Props = { params: Promise<{ guide: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { guide } = await params
  if (!isGuideName(guide)) return {}
  const { title, lead } = await readGuide(guide)
  return { title, description: lead }
}

export default async function GuideRoutePage({ params }: Props) {
  const { guide } = await params
  if (!isGuideName(guide)) notFound()
  // The first guide lives at /docs only.
  if (guide === GUIDE_NAMES[0]) permanentRedirect('/docs')
  return <GuidePage name={guide} />
}
