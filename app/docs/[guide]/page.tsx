import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { GuidePage } from '../guide-page'
import { isGuide, readGuide } from '../guides'

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
  return <GuidePage name={guide} />
}
