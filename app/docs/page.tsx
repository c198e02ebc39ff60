import type { Metadata } from 'next'
import { GuidePage } from './guide-page'
import { GUIDE_NAMES, readGuide } from './guides'

export async function generateMetadata(): Promise<Metadata> {
  const { title, lead } = await readGuide(GUIDE_NAMES[0])
  return { title, description: lead }
}

export default function DocsPage() {
  return <GuidePage name={GUIDE_NAMES[0]} />
}
