import type { ReactNode } from 'react'
import { api } from '@/server/api/caller'

/** Whoever may not see this page does not learn from its frame what it would be. */
export default async function DigestLayout({ children }: { children: ReactNode }) {
  await api('admin')
  return children
}
