import type { Metadata } from 'next'
import { GuidePage } from './guide-page'
import { GUIDES, readGuide } from './guides'

export async function generateMetadata(): Promise<Metadata> {
  const { title, lead } = await readGuide(GUIDES[0])
  return { title, description: lead }
}

export default function DocsPage() {
  return <GuidePage name={GUIDES[0]} />
}
